import { Command } from 'ioredis';
import { HASH_TAGS } from './hash-tags.js';
import { MOST_SHARDS } from './shards.js';

const SLOTS = 16_384;
const slots = HASH_TAGS.map((tag) =>
  Number(new Command('get', [`{${tag}}:log-jobs:wait`]).getSlot()),
);

/** Returns how many of the first `shards` lie on each of so many nodes with equal ranges. */
function spread(shards: number, nodes: number): number[] {
  const onNode = Array.from({ length: nodes }, () => 0);
  for (const slot of slots.slice(0, shards)) {
    // redis-cli rounds the ends of the ranges.
    const node = onNode.findIndex((_, index) => slot < Math.round(((index + 1) * SLOTS) / nodes));
    onNode[node] = (onNode[node] ?? 0) + 1;
  }
  return onNode;
}

const COUNTS = Array.from({ length: MOST_SHARDS }, (_, index) => index + 1);

it('there is one for each shard, and that of the first is older than the others', () => {
  expect(HASH_TAGS).toHaveLength(MOST_SHARDS);
  expect(HASH_TAGS[0]).toBe('botgauge');
});

it.each(COUNTS)('%i shards lie on as many nodes, one on each', (shards) => {
  expect(spread(shards, shards)).toEqual(Array.from({ length: shards }, () => 1));
});

it.each(COUNTS)('%i shards lie evenly on fewer nodes', (shards) => {
  for (const nodes of COUNTS.slice(0, shards)) {
    const onNode = spread(shards, nodes);
    if (shards % nodes === 0) expect(new Set(onNode)).toEqual(new Set([shards / nodes]));
    expect(Math.max(...onNode) - Math.min(...onNode)).toBeLessThanOrEqual(2);
  }
});
