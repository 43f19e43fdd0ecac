import { createLogger } from '@app/observability';
import { Looks } from './looks.js';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');
const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z');

function looksWith(read: () => Promise<number>) {
  const keyOf = ({ websiteId }: { websiteId: number }) => `${websiteId}`;
  const logger = createLogger('test', 'silent');
  return new Looks({ what: 'a number', keyOf, read, everyMs: 60 * MINUTE, logger });
}
const [one, two] = [{ websiteId: 1 }, { websiteId: 2 }];

it('are due at first, after some time, and on a new day', async () => {
  const looks = looksWith(() => Promise.resolve(7));
  expect(looks.due([one, two, { ...one }], NOON)).toHaveLength(2);
  await looks.look(one, NOON);
  expect(looks.due([one, two], NOON + 59 * MINUTE)).toEqual([two]);
  expect(looks.due([one], NOON + 60 * MINUTE)).toEqual([one]);
  await looks.look(one, MIDNIGHT - MINUTE);
  expect(looks.due([one], MIDNIGHT - 1)).toEqual([]);
  expect(looks.due([one], MIDNIGHT)).toEqual([one]);
  expect([looks.of(one, MIDNIGHT - 1), looks.of(one, MIDNIGHT)]).toEqual([7, undefined]);
  looks.keepOnly(new Set([2]));
  expect(looks.of(one, MIDNIGHT - 1)).toBeUndefined();
});

it('know nothing after a failure, and try again later', async () => {
  const looks = looksWith(() => Promise.reject(new Error('a fault of ours')));
  await looks.look(one, NOON);
  expect(looks.of(one, NOON)).toBeUndefined();
  expect(looks.due([one], NOON + MINUTE)).toEqual([]);
  const away = looksWith(() =>
    Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
  );
  await expect(away.look(one, NOON)).rejects.toThrow('away');
});
