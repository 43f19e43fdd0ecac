import { PassThrough } from 'node:stream';
import { newResult } from '@app/log-delivery';
import { Journal } from './journal.js';

it('adds up what is followed now and what was followed to its end', () => {
  const errors = new PassThrough();
  const streams = { input: new PassThrough(), output: new PassThrough(), errors };
  const journal = new Journal(streams, false, false);
  const [old, live] = [
    newResult('access.log', 'combined', 0),
    newResult('access.log', 'combined', 5),
  ];
  for (const result of [old, live]) journal.watch(result.name).start(result, 0);
  old.entries = 7;
  live.rejected = 1;
  journal.ended(old);
  live.entries = 3;
  expect(journal.total()).toMatchObject({ entries: 10, rejected: 1, before: 5 });
  expect(String(errors.read())).toContain(
    'access.log: Apache or nginx combined, after the 5 lines',
  );
});
