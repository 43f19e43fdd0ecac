import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removedAtEnd } from '@app/testing';
import { BUNDLED_LISTS, compileLists, parseList, verdict } from '@app/verification';
import { SAMPLE_ENDS } from './demo.js';
import { listsOfTheLog } from './lists-of-the-log.js';

it('lets the last visits of the sample be verified and be called spoofed', () => {
  const folder = removedAtEnd(fs.mkdtempSync(path.join(os.tmpdir(), 'botgauge-demo-')));
  const directory = listsOfTheLog(folder, SAMPLE_ENDS);
  const lists = compileLists(
    BUNDLED_LISTS.map(({ id }) => {
      const file = path.join(directory, `${id}.txt`);
      const parsed = parseList(fs.readFileSync(file, 'utf8'), 'text');
      if ('fault' in parsed) throw new Error(`${id}: ${parsed.fault}`);
      return { id, fetchedAt: fs.statSync(file).mtime.toISOString(), ...parsed };
    }),
  );
  const time = SAMPLE_ENDS.getTime() - 86_400_000;
  const judge = (slug: string, provider: string, [a, b, c, d]: [number, number, number, number]) =>
    verdict({ bot: { slug, provider }, address: ((a * 256 + b) * 256 + c) * 256 + d, time }, lists)
      .verification;
  expect(judge('gptbot', 'OpenAI', [20, 171, 206, 7])).toBe('verified');
  expect(judge('gptbot', 'OpenAI', [198, 51, 100, 7])).toBe('spoofed');
  expect(judge('googlebot', 'Google', [203, 0, 113, 9])).toBe('spoofed');
});
