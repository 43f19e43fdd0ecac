import { Pace } from './pace.js';

const BOUNDS = { first: 4, most: 16 };

/** Lets a service answer for so many seconds, and returns what was allowed at the end. */
function allowedAfter(seconds: number, pace: (clock: () => number) => Pace, rateOf: Rate): number {
  let now = 0;
  const made = pace(() => now);
  while (now < seconds * 1_000) {
    now += 1_000 / rateOf(made.allowed);
    made.answered();
  }
  return made.allowed;
}

/** Answers a second, by how many requests are under way. */
type Rate = (underWay: number) => number;

const aPace = (clock: () => number) => new Pace(BOUNDS, clock);
const LATENCY = 0.05;

it('has more requests under way as long as more are answered', () => {
  expect(allowedAfter(20, aPace, (underWay) => underWay / LATENCY)).toBe(16);
});

it('leaves it at what the service does at most', () => {
  const allowed = allowedAfter(60, aPace, (underWay) => Math.min(underWay, 8) / LATENCY);
  expect(allowed).toBeGreaterThanOrEqual(8);
  expect(allowed).toBeLessThanOrEqual(10);
});

it('has hardly more than at first under way where that changes nothing', () => {
  expect(allowedAfter(60, aPace, () => 100)).toBeLessThanOrEqual(6);
});

it('halves it when the service refuses, and tries again later', () => {
  let now = 0;
  const pace = new Pace(BOUNDS, () => now);
  pace.refused();
  expect(pace.allowed).toBe(2);
  for (let time = 0; time < 3; time++) pace.refused();
  expect(pace.allowed).toBe(1);
  for (let answer = 0; answer < 2_000; answer++) {
    now += 50 / pace.allowed;
    pace.answered();
  }
  expect(pace.allowed).toBe(16);
});

it('never leaves its bounds', () => {
  const pace = (clock: () => number) => new Pace({ first: 2, most: 2 }, clock);
  expect(allowedAfter(20, pace, (underWay) => underWay / LATENCY)).toBe(2);
});
