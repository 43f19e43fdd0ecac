import { FinishedJobs } from './finished-jobs.js';

const sums = (looks: Record<number, number>[]) => {
  const jobs = new FinishedJobs();
  return looks.map((look) =>
    jobs.sum(new Map(Object.entries(look).map(([shard, count]) => [Number(shard), count]))),
  );
};

it('adds up what left the shards', () => {
  expect(
    sums([
      { 1: 100, 2: 7 },
      { 1: 110, 2: 8 },
    ]),
  ).toEqual([107, 118]);
});

it('keeps the count of a shard that is away, and goes on from it when it is back', () => {
  expect(sums([{ 1: 100, 2: 700 }, { 1: 110 }, { 1: 120, 2: 705 }])).toEqual([800, 810, 825]);
});

it('does not take the past of a shard that comes later for a success', () => {
  expect(sums([{ 1: 100 }, { 1: 110, 2: 5_000 }, { 1: 110, 2: 5_003 }])).toEqual([100, 110, 113]);
});

it('becomes smaller when a store begins anew, as its own count does', () => {
  expect(sums([{ 1: 100 }, { 1: 3 }])).toEqual([100, 3]);
});
