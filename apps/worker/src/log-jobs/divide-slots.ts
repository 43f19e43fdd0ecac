/** What a worker knows of one shard of the queue. */
export interface ShardLoad {
  /** The jobs of the shard that it has under way. */
  held: number;
  /**
   * How many jobs came since it was last found empty. One more may wait. As long as it is never
   * found empty, this grows beyond all slots.
   */
  inARow: number;
}

/**
 * Divides the slots of a worker among the shards from which it takes jobs: returns how many jobs of
 * each it may hold. Each shard gets what it wants, up to a fair part, and what a quiet one leaves is
 * divided among the others. A shard that holds more than its part gets no further job until it does
 * not; meanwhile its jobs count as what they are, so that others do not take slots that are not
 * free. Every shard may hold one job, because BullMQ cannot wait for a job without being allowed to
 * take it. So a worker holds one job more for each shard that was quiet, until the others have
 * finished one; and for a moment another one, which was on its way when the slots were given away.
 */
export function divideSlots(slots: number, loads: readonly ShardLoad[]): number[] {
  const wanted = loads.map(({ held, inARow }) => Math.max(held, inARow > 0 ? inARow + 1 : 0));
  const fair = fill(slots, wanted);
  const isOver = loads.map(({ held }, shard) => held > (fair[shard] ?? 0));
  const occupied = loads.reduce((sum, { held }, shard) => sum + (isOver[shard] ? held : 0), 0);
  const free = Math.max(0, slots - occupied);
  const given = fill(
    free,
    wanted.map((jobs, shard) => (isOver[shard] ? 0 : jobs)),
  );
  const left = free - given.reduce((sum, jobs) => sum + jobs, 0);
  const each = Math.floor(left / loads.length);
  return loads.map((_, shard) =>
    Math.max(1, isOver[shard] ? (fair[shard] ?? 0) : (given[shard] ?? 0) + each),
  );
}

/** Gives everybody one after the other, until all have what they want or nothing is left. */
function fill(slots: number, wanted: readonly number[]): number[] {
  const given = wanted.map(() => 0);
  for (let left = slots; left > 0;) {
    const hungry = wanted.flatMap((jobs, shard) => (jobs > (given[shard] ?? 0) ? [shard] : []));
    if (hungry.length === 0) break;
    const part = Math.max(1, Math.floor(left / hungry.length));
    for (const shard of hungry.slice(0, left)) {
      const more = Math.min(part, (wanted[shard] ?? 0) - (given[shard] ?? 0));
      given[shard] = (given[shard] ?? 0) + more;
      left -= more;
    }
  }
  return given;
}
