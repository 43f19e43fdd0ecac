import { AnswerBudget } from './answer-budget.js';
import type { Holder } from './holdings.js';

const MIB = 1024 * 1024;
const SECOND = 1_000;
const LIMIT = 16 * MIB;
const client = (account: number, address = `192.0.2.${account}`): Holder => ({ account, address });

let budget: AnswerBudget;
let reasons: string[];
beforeEach(() => {
  jest.useFakeTimers();
  reasons = [];
  budget = new AnswerBudget(LIMIT, (reason) => reasons.push(reason));
});
afterEach(() => jest.useRealTimers());

/** An answer that tells whether it was given up. */
function answer(to: Holder, bytes: number) {
  const held = { isLost: false, read: () => undefined as void };
  held.read = budget.hold(to, bytes, () => (held.isLost = true));
  return held;
}

it('counts an answer until it is read, once', () => {
  const one = answer(client(1), MIB);
  const other = answer(client(1), 2 * MIB);
  expect(budget.bytes).toBe(3 * MIB);
  one.read();
  one.read();
  expect(budget.bytes).toBe(2 * MIB);
  other.read();
  expect(budget.bytes).toBe(0);
  expect(reasons).toEqual([]);
});

it('gives up the oldest answers of an account that holds more than three quarters', () => {
  const answers = Array.from({ length: 8 }, () => answer(client(1), 2 * MIB));
  expect(answers.map(({ isLost }) => isLost)).toEqual([true, true, ...Array(6).fill(false)]);
  expect(budget.bytes).toBe(12 * MIB);
  expect(reasons).toEqual(['crowded', 'crowded']);
});

it('gives up an answer of whoever holds most when all together hold too much', () => {
  const large = [answer(client(1), 5 * MIB), answer(client(1), 5 * MIB)];
  const middle = answer(client(2), 5 * MIB);
  const small = answer(client(3), 2 * MIB);
  expect(large.map(({ isLost }) => isLost)).toEqual([true, false]);
  expect([middle.isLost, small.isLost]).toEqual([false, false]);
});

it('takes an address with many accounts for one client', () => {
  const many = [1, 2, 3].map((account) => answer(client(account, '192.0.2.9'), 3 * MIB));
  const other = answer(client(4), 6 * MIB);
  const quiet = answer(client(5), 3 * MIB);
  expect(many.map(({ isLost }) => isLost)).toEqual([true, false, false]);
  expect([other.isLost, quiet.isLost]).toEqual([false, false]);
});

it('takes clients without a key apart by their addresses', () => {
  const many = Array.from({ length: 4 }, () => answer(client(0, '192.0.2.1'), 4 * MIB));
  const other = answer(client(0, '192.0.2.2'), 4 * MIB);
  expect(many.map(({ isLost }) => isLost)).toEqual([true, false, false, false]);
  expect(other.isLost).toBe(false);
});

it.each([
  ['a short one', 1_024, 30],
  ['one of 2 MiB', 2 * MIB, 94],
])('waits a bounded time until an answer is read: %s of %i bytes for %i s', (_, bytes, seconds) => {
  const unread = answer(client(1), bytes);
  jest.advanceTimersByTime(seconds * SECOND);
  expect(unread.isLost).toBe(false);
  jest.advanceTimersByTime(2 * SECOND);
  expect(unread.isLost).toBe(true);
  expect(reasons).toEqual(['slow']);
  expect(budget.bytes).toBe(0);
});

it('never holds more than its limit, and nothing in the end', () => {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const answers: ReturnType<typeof answer>[] = [];
  for (let step = 0; step < 5_000; step++) {
    answers.push(answer(client(random(4), `192.0.2.${random(3)}`), random(3 * MIB)));
    if (random(2) === 0) answers[random(answers.length)]?.read();
    if (random(9) === 0) jest.advanceTimersByTime(SECOND);
    expect(budget.bytes).toBeLessThanOrEqual(LIMIT);
  }
  answers.forEach(({ read }) => read());
  expect(budget.bytes).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});
