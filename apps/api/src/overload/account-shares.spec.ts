import { AccountShares, costOf, fairPartOf } from './account-shares.js';

const [SMALL, LARGE, NEW] = [1, 2, 3];

it.each([
  ['nobody', [], 0],
  ['one account: less than it has', [100], 80],
  ['equal accounts: less than each has', [10, 10, 10, 10], 8],
  ['a small and a large one: what the small one leaves', [10, 990], 790],
  ['some that use little, and two that divide the rest', [5, 5, 495, 495], 395],
])('the fair part of %s', (_, costs, part) => {
  expect(fairPartOf(costs)).toBeCloseTo(part);
});

it('a batch costs its entries, or its bytes when these are many', () => {
  expect(costOf(1_000, 250_000)).toBe(1_000);
  expect(costOf(1_000, 1_200_000)).toBe(4_000);
});

describe('whose batch comes first', () => {
  let now = 0;
  let shares: AccountShares;
  beforeEach(() => {
    now = 1_000;
    shares = new AccountShares(() => now);
  });
  const turns = () => [SMALL, LARGE, NEW].map((account) => shares.turnOf(account));
  /** Each second, for so many seconds, the accounts send what they are given. */
  const pass = (seconds: number, costs: Record<number, number>) => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000;
      for (const [account, cost] of Object.entries(costs)) shares.note(Number(account), cost);
    }
  };

  it('nobody while nothing is known', () => {
    expect(turns()).toEqual(['later', 'later', 'later']);
  });

  it('a small and a new account before a large one', () => {
    pass(3, { [SMALL]: 100, [LARGE]: 50_000 });
    expect(turns()).toEqual(['first', 'later', 'first']);
  });

  it('a new account before one that was alone', () => {
    pass(3, { [LARGE]: 50_000 });
    expect(turns()).toEqual(['first', 'later', 'first']);
  });

  it('no account of several that send the same', () => {
    pass(3, { [SMALL]: 500, [LARGE]: 500 });
    expect(turns()).toEqual(['later', 'later', 'first']);
  });

  it('an account that was large, once it has sent as little as others for a while', () => {
    pass(3, { [SMALL]: 1_000, [LARGE]: 50_000 });
    pass(20, { [SMALL]: 1_000 });
    expect(shares.turnOf(LARGE)).toBe('later');
    pass(60, { [SMALL]: 1_000, [NEW]: 1_000 });
    expect(shares.turnOf(LARGE)).toBe('first');
  });

  it('the same after hours, when the numbers have become small and large', () => {
    pass(3 * 3_600, { [SMALL]: 100, [LARGE]: 50_000 });
    expect(turns()).toEqual(['first', 'later', 'first']);
    now += 3 * 3_600_000;
    expect(turns()).toEqual(['later', 'later', 'later']);
  });
});
