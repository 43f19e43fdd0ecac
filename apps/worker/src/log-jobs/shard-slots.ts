import { divideSlots, type ShardLoad } from './divide-slots.js';

/** Knows how many jobs of each shard a worker has under way, and decides how many it may have. */
export class ShardSlots {
  private readonly loads: ShardLoad[];

  constructor(
    private readonly slots: number,
    shards: number,
    /** Told at every change how many jobs of each shard may be under way. */
    private readonly allow: (jobs: number[]) => void,
  ) {
    this.loads = Array.from({ length: shards }, () => ({ held: 0, inARow: 0 }));
  }

  /** Returns how many jobs of each shard may be under way now. */
  allowed(): number[] {
    return divideSlots(this.slots, this.loads);
  }

  /** Notes that a job of a shard was taken. More may wait there. */
  took(shard: number): void {
    this.change(shard, (load) => {
      load.held++;
      load.inARow++;
    });
  }

  /** Notes that the work of such a job is over. */
  finished(shard: number): void {
    this.change(shard, (load) => load.held--);
  }

  /** Notes that nothing more waits in a shard. */
  foundEmpty(shard: number): void {
    this.change(shard, (load) => (load.inARow = 0));
  }

  private change(shard: number, how: (load: ShardLoad) => void): void {
    const load = this.loads[shard];
    if (!load) throw new Error(`There is no shard ${shard}`);
    how(load);
    this.allow(this.allowed());
  }
}
