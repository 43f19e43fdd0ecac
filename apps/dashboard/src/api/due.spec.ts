import { dueAt } from './due.js';
import type { Problem } from './problem.js';

const at = (problems: Problem[], isLive = true) =>
  dueAt({ last: 100_000, isLive, problems, waitUntil: 112_000 });
const away: Problem = { kind: 'away', message: 'x' };

it('refreshes every 30 seconds, or not by itself when that is turned off', () => {
  expect(at([])).toBe(130_000);
  expect(at([], false)).toBeUndefined();
  expect(at([{ kind: 'refused', message: 'x' }])).toBe(130_000);
});

it('asks again for what is missing also when it does not refresh by itself', () => {
  expect(at([away], false)).toBe(110_000);
  expect(at([away, { kind: 'wait', seconds: 12 }], false)).toBe(112_000);
});

it('asks nothing while nobody is signed in', () => {
  expect(at([away, { kind: 'signed-out' }])).toBeUndefined();
});
