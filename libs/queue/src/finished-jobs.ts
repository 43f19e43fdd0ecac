/**
 * Adds up how many jobs have left each shard, so that two sums tell how many left all of them in
 * between. A shard that is away keeps its last count. One that is first seen later than the others
 * counts from then on, because what left it earlier would look like a sudden success.
 */
export class FinishedJobs {
  private readonly counts = new Map<number, { from: number; now: number }>();

  /** Takes the counts of the shards that answered, by number, and returns the sum of all. */
  sum(answers: ReadonlyMap<number, number>): number {
    const begins = this.counts.size === 0;
    for (const [shard, now] of answers) {
      const from = this.counts.get(shard)?.from ?? (begins ? 0 : now);
      this.counts.set(shard, { from, now });
    }
    return [...this.counts.values()].reduce((sum, { from, now }) => sum + now - from, 0);
  }
}
