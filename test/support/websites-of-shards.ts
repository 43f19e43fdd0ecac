import { shardOfWebsite } from '@app/queue';

/** Returns the smallest id of a website for each shard, in their order. */
export function idsOfShards(shards: number): number[] {
  return Array.from({ length: shards }, (_, shard) => {
    let id = 1;
    while (shardOfWebsite(id, shards) !== shard) id++;
    return id;
  });
}
