import { divideSlots, type ShardLoad } from './divide-slots.js';
import { ShardSlots } from './shard-slots.js';

const SLOTS = 32;
const busy = (held: number, inARow = Math.max(1, held)): ShardLoad => ({ held, inARow });
const done = (held: number): ShardLoad => ({ held, inARow: 0 });
const quiet = done(0);

describe('the slots of a worker', () => {
  it.each([0, 1, 31, 32, 34])('all belong to the only shard, which holds %i jobs', (held) => {
    expect(divideSlots(SLOTS, [busy(held)])).toEqual([SLOTS]);
    expect(divideSlots(SLOTS, [done(held)])).toEqual([SLOTS]);
  });

  it('are divided before anything is known', () => {
    expect(divideSlots(SLOTS, [quiet, quiet, quiet])).toEqual([10, 10, 10]);
  });

  it('are left to a busy shard by quiet ones', () => {
    expect(divideSlots(SLOTS, [busy(32), quiet, quiet])).toEqual([32, 1, 1]);
    expect(divideSlots(SLOTS, [busy(31), quiet, quiet])).toEqual([32, 1, 1]);
  });

  it('are taken from a shard that holds more than its part', () => {
    const [flood, other] = divideSlots(SLOTS, [busy(32), busy(1), quiet]);
    expect(flood).toBe(30);
    expect(other).toBe(1);
  });

  it('are not given before they are free', () => {
    expect(divideSlots(SLOTS, [busy(31), busy(1), quiet])).toEqual([30, 1, 1]);
    expect(divideSlots(SLOTS, [busy(30), busy(1), quiet])).toEqual([30, 2, 1]);
  });

  it('are divided equally among shards that were never found empty', () => {
    expect(divideSlots(SLOTS, [busy(16, 900), busy(16, 40)])).toEqual([16, 16]);
    expect(divideSlots(SLOTS, [busy(12, 900), busy(9, 40), busy(10, 35)])).toEqual([11, 10, 10]);
  });

  it('are not kept by a shard in which nothing more waits', () => {
    expect(divideSlots(SLOTS, [busy(29), done(3), quiet])).toEqual([29, 3, 1]);
    expect(divideSlots(SLOTS, [busy(29), done(2), quiet])).toEqual([30, 2, 1]);
  });

  it('may be fewer than the shards, of which each can hold a job', () => {
    expect(divideSlots(2, [busy(1), busy(1), busy(1)])).toEqual([1, 1, 1]);
  });
});

/** Shards with so many jobs each, and a worker that takes them as BullMQ does, one in each step. */
function simulate(waiting: number[], stepsOfAJob: number, steps: number) {
  let allowed: number[] = [];
  const slots = new ShardSlots(SLOTS, waiting.length, (jobs) => (allowed = jobs));
  allowed = slots.allowed();
  const left = [...waiting];
  const held: number[][] = waiting.map(() => []);
  const seen: number[][] = [];
  for (let step = 0; step < steps; step++) {
    held.forEach((ends, shard) => {
      const left = ends.filter((end) => end > step);
      for (let ended = left.length; ended < ends.length; ended++) slots.finished(shard);
      held[shard] = left;
    });
    for (const [shard, ends] of held.entries()) {
      while (ends.length < (allowed[shard] ?? 0)) {
        if (left[shard] === 0) {
          slots.foundEmpty(shard);
          break;
        }
        left[shard] = (left[shard] ?? 0) - 1;
        // Jobs of one shard do not end all at once.
        ends.push(step + 1 + ((step + ends.length) % stepsOfAJob));
        slots.took(shard);
      }
    }
    seen.push(held.map((ends) => ends.length));
  }
  return { seen, left };
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

describe('a worker of three shards', () => {
  it('works on a single flood with all its slots', () => {
    const { seen } = simulate([10_000, 0, 0], 7, 60);
    for (const [flood] of seen.slice(10)) expect(flood).toBeGreaterThanOrEqual(SLOTS - 1);
  });

  it('works on floods in all shards to the same extent', () => {
    const { seen } = simulate([10_000, 10_000, 10_000], 7, 200);
    for (const held of seen.slice(100))
      for (const jobs of held) expect(Math.abs(jobs - SLOTS / 3)).toBeLessThan(2);
  });

  it('holds at most one job more for each shard than it has slots', () => {
    for (const waiting of [
      [10_000, 3, 40],
      [10_000, 10_000, 10_000],
      [5, 10_000, 10_000],
    ])
      for (const held of simulate(waiting, 9, 200).seen)
        expect(sum(held)).toBeLessThanOrEqual(SLOTS + 2);
  });

  it('stores the few jobs of a shard while another one is flooded', () => {
    const { left, seen } = simulate([100_000, 40, 0], 7, 60);
    expect(left[1]).toBe(0);
    expect(left[0]).toBeGreaterThan(0);
    expect(seen.at(-1)?.[1]).toBe(0);
  });
});
