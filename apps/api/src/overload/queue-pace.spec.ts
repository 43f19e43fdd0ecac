import { type Backlog, type Look, QueuePace } from './queue-pace.js';
import { findPressure, type QueuePressure } from './queue-pressure.js';

const LIMITS = { waiting: 10_000, oldestMs: 600_000, backlogMs: 10_000 };
const LOOK_MS = 250;
/** Jobs a second that the workers of these traces store. */
const CAPACITY = 60;

/** What happens in one second: jobs that come, and that workers could store. */
interface Second {
  offered: number;
  capacity: number;
}

const NOTHING: Second = { offered: 0, capacity: 0 };

interface Seen {
  second: number;
  pressure: QueuePressure | undefined;
  backlog: Backlog | undefined;
  waiting: number;
  refused: number;
}

interface Trace {
  /** Several processes look at different moments, and each decides for its share of what comes. */
  processes?: number;
  /** Of the waiting jobs, postponed: no worker can take them. */
  postponed?: (second: number) => number;
  /** Jobs are finished in lumps of so many. */
  lump?: number;
}

/** A queue, second by second, with processes that look at it and refuse what their limits say. */
function simulate(
  seconds: number,
  at: (second: number) => Second,
  { processes = 1, postponed = () => 0, lump = 1 }: Trace = {},
): Seen[] {
  const paces = Array.from({ length: processes }, () => new QueuePace());
  const pressures: (QueuePressure | undefined)[] = paces.map(() => undefined);
  const seen: Seen[] = [];
  let [ready, done, finished] = [0, 0, 0];
  for (let look = 0; look < (seconds * 1_000) / LOOK_MS; look++) {
    const atMs = look * LOOK_MS;
    const { offered, capacity } = look === 0 ? NOTHING : at(atMs / 1_000);
    const coming = (offered * LOOK_MS) / 1_000 / processes;
    const refusing = pressures.filter(Boolean).length;
    ready += coming * (processes - refusing);
    const stored = Math.min(ready, (capacity * LOOK_MS) / 1_000);
    ready -= stored;
    done += stored;
    finished = Math.floor((done + 1e-6) / lump) * lump;
    const held = postponed(atMs / 1_000);
    const seenNow = { waiting: Math.floor(ready) + held, ready: Math.floor(ready), finished };
    let backlog: Backlog | undefined;
    paces.forEach((pace, index) => {
      const skew = (index * LOOK_MS) / processes;
      backlog = pace.see({ atMs: atMs + skew, ...seenNow });
      pressures[index] = findPressure(
        { waiting: seenNow.waiting, oldestMs: 0, backlog },
        LIMITS,
        pressures[index],
      );
    });
    seen.push({
      second: atMs / 1_000,
      pressure: pressures[0],
      backlog,
      waiting: seenNow.waiting,
      refused: coming * refusing,
    });
  }
  return seen;
}

const refusedShare = (seen: Seen[], from: number, to: number, offered: number) =>
  seen
    .filter(({ second }) => second >= from && second < to)
    .reduce((sum, { refused }) => sum + refused, 0) /
  (offered * (to - from));
const refusals = (seen: Seen[]) => seen.filter(({ pressure }) => pressure !== undefined);
const steady = (offered: number) => () => ({ offered, capacity: CAPACITY });

describe.each([1, 3])('at twice the capacity, seen by %i processes', (processes) => {
  const LOAD_SECONDS = 120;
  const seen = simulate(
    180,
    (second) => ({ offered: second < LOAD_SECONDS ? 2 * CAPACITY : 6, capacity: CAPACITY }),
    { processes },
  );

  it('refuses after about as long as the limit says, and then half of what comes', () => {
    const first = refusals(seen)[0]?.second ?? NaN;
    expect(first).toBeGreaterThan(9);
    expect(first).toBeLessThan(15);
    const share = refusedShare(seen, 40, LOAD_SECONDS, 2 * CAPACITY);
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  it('keeps the backlog between 80 % of its limit and little more than that', () => {
    const later = seen.filter(({ second }) => second >= 40 && second < LOAD_SECONDS);
    const backlogs = later.map(({ waiting }) => waiting / CAPACITY);
    expect(Math.min(...backlogs)).toBeGreaterThan(7);
    expect(Math.max(...backlogs)).toBeLessThan(12);
  });

  it('takes everything again within 5 s after it, and has stored all within 13 s', () => {
    const after = seen.filter(({ second }) => second >= LOAD_SECONDS);
    expect(refusals(after).at(-1)?.second ?? 0).toBeLessThan(LOAD_SECONDS + 5);
    const empty = after.find(({ waiting }) => waiting === 0)?.second ?? NaN;
    expect(empty).toBeLessThan(LOAD_SECONDS + 13);
  });
});

it('finds ten times the capacity soon, and lets it come to little', () => {
  const seen = simulate(120, steady(10 * CAPACITY));
  expect(refusals(seen)[0]?.second).toBeLessThan(5);
  const later = seen.filter(({ second }) => second > 60).map(({ waiting }) => waiting / CAPACITY);
  expect(Math.max(...later)).toBeLessThan(14);
  expect(Math.min(...later)).toBeGreaterThan(6);
});

it('finds workers that finish a job every two seconds too slow', () => {
  const seen = simulate(300, () => ({ offered: 1, capacity: 0.5 }));
  expect(refusals(seen).length).toBeGreaterThan(0);
});

it.each([30, 50, 59])('refuses nothing of %i jobs a second', (offered) => {
  expect(refusals(simulate(300, steady(offered)))).toEqual([]);
});

it.each([20, 60, 300])('buffers an outage of %i s, and catches up without a refusal', (length) => {
  const start = 30;
  const seen = simulate(start + length * 4, (second) => ({
    offered: 0.6 * CAPACITY,
    capacity: second >= start && second < start + length ? 0 : CAPACITY,
  }));
  const longest = Math.max(...seen.map(({ waiting }) => waiting));
  expect(longest).toBeGreaterThan(0.55 * CAPACITY * length);
  // The other limit, of the number of jobs, is over at 300 s.
  const slow = refusals(seen).filter(({ pressure }) => pressure === 'queue_slow');
  expect(slow).toEqual([]);
  expect(seen.at(-1)?.waiting).toBe(0);
});

it('catches up after an outage without a refusal when what comes is uneven', () => {
  const seen = simulate(400, (second) => ({
    offered: second % 5 < 1 ? 3 * CAPACITY : 0,
    capacity: second >= 30 && second < 90 ? 0 : CAPACITY,
  }));
  expect(refusals(seen)).toEqual([]);
  expect(seen.filter(({ second }) => second > 300).some(({ waiting }) => waiting === 0)).toBe(true);
});

it('refuses after an outage when what comes keeps the workers from catching up', () => {
  const seen = simulate(120, (second) => ({
    offered: 1.2 * CAPACITY,
    capacity: second < 60 ? 0 : CAPACITY,
  }));
  expect(refusals(seen.filter(({ second }) => second < 60))).toEqual([]);
  const slow = refusals(seen).filter(({ pressure }) => pressure === 'queue_slow');
  expect(slow.length).toBeGreaterThan(0);
});

it('buffers an outage that begins in the middle of an overload', () => {
  const seen = simulate(120, (second) => ({
    offered: 2 * CAPACITY,
    capacity: second < 60 ? CAPACITY : 0,
  }));
  expect(refusals(seen.filter(({ second }) => second > 72))).toEqual([]);
});

it('takes a postponement in an outage for no progress, however often jobs are tried', () => {
  const seen = simulate(300, () => ({ offered: 40, capacity: 0 }), {
    postponed: (second) => Math.floor(200 + 100 * Math.sin(second)),
  });
  expect(refusals(seen).filter(({ pressure }) => pressure === 'queue_slow')).toEqual([]);
});

it.each([2, 8])('refuses nothing while the only worker is restarted for %i s', (length) => {
  const seen = simulate(120, (second) => ({
    offered: 0.9 * CAPACITY,
    capacity: second >= 40 && second < 40 + length ? 0 : CAPACITY,
  }));
  expect(Math.max(...seen.map(({ waiting }) => waiting))).toBeGreaterThan(50 * length);
  expect(refusals(seen)).toEqual([]);
});

it('does not take a restart for slowness when jobs waited before it', () => {
  const seen = simulate(120, (second) => ({
    offered: (second >= 38 && second < 39 ? 4 : 0.6) * CAPACITY,
    capacity: second >= 40 && second < 45 ? 0 : CAPACITY,
  }));
  expect(seen.find(({ second }) => second === 39.75)?.waiting).toBeGreaterThan(2 * CAPACITY);
  expect(refusals(seen)).toEqual([]);
});

it('begins no refusal at a standstill, though little was missing', () => {
  const seen = simulate(90, (second) => ({
    offered: 1.2 * CAPACITY,
    capacity: second < 20 ? CAPACITY : 0,
  }));
  expect(seen.find(({ second }) => second === 20)?.waiting).toBeGreaterThan(3 * CAPACITY);
  expect(refusals(seen)).toEqual([]);
});

it('is patient after a standstill as long as that was, not longer', () => {
  const seen = simulate(60, (second) => ({
    offered: 1.5 * CAPACITY,
    capacity: second >= 4 && second < 9 ? 0 : CAPACITY,
  }));
  const first = refusals(seen)[0]?.second ?? NaN;
  expect(first).toBeGreaterThan(10);
  expect(first).toBeLessThan(16);
});

it('follows workers that become slower', () => {
  const slower = CAPACITY / 3;
  const seen = simulate(120, (second) => ({
    offered: 2 * CAPACITY,
    capacity: second < 60 ? CAPACITY : slower,
  }));
  const last = seen.filter(({ second }) => second > 75 && second < 80);
  for (const { waiting, backlog } of last)
    expect(backlog?.ms).toBeCloseTo((waiting * 1_000) / slower, -3);
});

it('goes on refusing while the worker of an overload is restarted', () => {
  const seen = simulate(100, (second) => ({
    offered: 2 * CAPACITY,
    capacity: second >= 60 && second < 68 ? 0 : CAPACITY,
  }));
  const during = seen.filter(({ second }) => second >= 60 && second < 75);
  const most = Math.max(...during.map(({ waiting }) => waiting / CAPACITY));
  expect(most).toBeLessThan(14);
});

it('refuses nothing of bursts that workers catch up with before the next', () => {
  const seen = simulate(300, (second) => ({
    offered: second % 30 < 1 ? 15 * CAPACITY : 1,
    capacity: CAPACITY,
  }));
  expect(refusals(seen)).toEqual([]);
});

it('does not take few jobs for slow workers', () => {
  const seen = simulate(120, (second) => ({
    offered: second >= 60 && second < 61 ? 10 * CAPACITY : 1,
    capacity: CAPACITY,
  }));
  expect(refusals(seen)).toEqual([]);
});

it('tells nothing of an idle queue', () => {
  const seen = simulate(60, steady(0));
  expect(seen.every(({ backlog }) => backlog === undefined)).toBe(true);
});

it('lets one job that comes back for ever disturb nothing', () => {
  const poison = { postponed: () => 1 };
  expect(refusals(simulate(120, steady(50), poison))).toEqual([]);
  expect(refusals(simulate(120, steady(0), poison))).toEqual([]);
});

it('lets it disturb no refusal either', () => {
  const seen = simulate(120, steady(10 * CAPACITY), { postponed: () => 1 });
  expect(refusals(seen)[0]?.second).toBeLessThan(12);
});

it('is not misled by a store that counts in lumps', () => {
  const seen = simulate(120, steady(2 * CAPACITY), { lump: CAPACITY });
  const later = seen.filter(({ second }) => second > 40).map(({ waiting }) => waiting / CAPACITY);
  expect(Math.min(...later)).toBeGreaterThan(6);
  expect(Math.max(...later)).toBeLessThan(14);
});

it('begins anew when the store has forgotten its count', () => {
  const pace = new QueuePace();
  const look = (second: number, finished: number): Look => ({
    atMs: second * 1_000,
    waiting: 100,
    ready: 100,
    finished,
  });
  for (let second = 0; second < 11; second++) pace.see(look(second, 500 + second * 10));
  expect(pace.see(look(11, 610))).toEqual({ ms: 10_000, growing: true });
  expect(pace.see(look(12, 10))).toBeUndefined();
  for (let second = 13; second < 16; second++)
    expect(pace.see(look(second, second * 10 - 110))).toBeUndefined();
  expect(pace.see(look(16, 50))?.ms).toBe(10_000);
});
