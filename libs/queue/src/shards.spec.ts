import { loadConfig } from '@app/config';
import { MOST_SHARDS, shardOfWebsite, shardsBeyond, shardsOf, tryOrder } from './shards.js';

const COUNTS = Array.from({ length: MOST_SHARDS }, (_, index) => index + 1);

describe('the shards', () => {
  it('have the name of the undivided queue when there is one', () => {
    expect(shardsOf(1)).toEqual([{ number: 1, queueName: 'log-jobs' }]);
  });

  it('keep their names when there are more', () => {
    expect(shardsOf(3).map(({ queueName }) => queueName)).toEqual([
      'log-jobs',
      'log-jobs-2',
      'log-jobs-3',
    ]);
    for (const count of COUNTS)
      expect([...shardsOf(count), ...shardsBeyond(count)]).toEqual(shardsOf(MOST_SHARDS));
  });

  it('are as many as the setting allows', () => {
    expect(loadConfig({}).QUEUE_SHARDS).toBe(1);
    expect(loadConfig({ QUEUE_SHARDS: `${MOST_SHARDS}` }).QUEUE_SHARDS).toBe(MOST_SHARDS);
    for (const wrong of [0, MOST_SHARDS + 1])
      expect(() => loadConfig({ QUEUE_SHARDS: `${wrong}` })).toThrow('QUEUE_SHARDS');
  });
});

describe('the shard of a website', () => {
  it('is the same in every release', () => {
    // Computed with sha256sum.
    expect([1, 2, 3, 1_000_000].map((id) => shardOfWebsite(id, 12))).toEqual([3, 2, 9, 9]);
  });

  it('is the only one where there is one', () => {
    expect([1, 2, 3].map((id) => shardOfWebsite(id, 1))).toEqual([0, 0, 0]);
  });

  it.each([
    ['consecutive ids', 1],
    ['every twelfth id', 12],
    ['ids of accounts with a thousand websites each', 1_000],
  ])('is any of them to the same extent: %s', (_, step) => {
    for (const count of COUNTS) {
      const websites = shardsOf(count).map(() => 0);
      for (let id = 1; id <= 12_000; id++) websites[shardOfWebsite(id * step, count)]! += 1;
      const even = 12_000 / count;
      for (const number of websites) expect(Math.abs(number / even - 1)).toBeLessThan(0.15);
    }
  });
});

it('the shards are tried one after the other, from the home of a batch on', () => {
  expect(tryOrder(0, 1)).toEqual([0]);
  expect(tryOrder(2, 4)).toEqual([2, 3, 0, 1]);
});
