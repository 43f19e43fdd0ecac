import { Budget } from './budget.js';

it('is spent by octets or by time, whichever comes first', () => {
  const octets = new Budget({ octets: 10, ms: 10 });
  octets.spend(9);
  expect([octets.limit, octets.left]).toEqual([undefined, 1]);
  octets.spend(1);
  expect([octets.limit, octets.left]).toEqual(['work', 0]);
  const time = new Budget({ octets: 10, ms: 10 });
  time.spendTime(10);
  expect([time.limit, time.left]).toEqual(['time', 0]);
});

it('is shared by texts, and what one leaves is for those that follow', () => {
  const budget = new Budget({ octets: 300, ms: 1 });
  budget.shareAmong(3);
  budget.spend(100);
  expect(budget.limit).toBe('work');
  budget.shareAmong(2);
  expect(budget.left).toBe(100);
  budget.shareAmong(1);
  expect(budget.left).toBe(200);
});

it('asks for pauses', () => {
  const budget = new Budget({ octets: 2 ** 30, ms: 1 });
  const pauses = Array.from({ length: 1_000 }, () => budget.spend(1_000)).filter(Boolean);
  expect(pauses).toHaveLength(15);
});
