/**
 * The hash tags of the shards on a Redis Cluster, in the order of their numbers. A node has a range
 * of the slots, and usually every node has as many. The tags were searched so that the first n of
 * them lie in different nths of the slots, for each n. So they are as many on every node as
 * possible, whatever the number of shards and nodes, and one more shard moves none of the others.
 * With the tag of the first shard, which is older than the others, there is no such list of more
 * than fourteen.
 *
 * Jobs are found by these texts: they must never change.
 */
export const HASH_TAGS = [
  'botgauge',
  'botgauge:2.41',
  'botgauge:3.6',
  'botgauge:4.23',
  'botgauge:5.39',
  'botgauge:6.42',
  'botgauge:7.577',
  'botgauge:8.11',
  'botgauge:9.73',
  'botgauge:10.31',
  'botgauge:11.9',
  'botgauge:12.23',
] as const;
