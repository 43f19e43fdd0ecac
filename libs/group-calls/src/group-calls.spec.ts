import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupCalls } from './group-calls.js';

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

/** Returns work that finishes only when the test ends it. */
function heldWork() {
  const groups: number[][] = [];
  const ends: (() => void)[] = [];
  const work = (items: number[]) =>
    new Promise<number[]>((resolve) => {
      groups.push(items);
      ends.push(() => resolve(items.map((item) => item * 10)));
    });
  return { groups, ends, work };
}

const double = (items: number[]) => Promise.resolve(items.map((item) => item * 2));

describe('groupCalls', () => {
  it('joins the calls of one turn and gives each call its own result', async () => {
    const groups: number[][] = [];
    const call = groupCalls((items: number[]) => (groups.push(items), double(items)), { most: 9 });
    expect(await Promise.all([call(1), call(2), call(3)])).toEqual([2, 4, 6]);
    expect(await call(4)).toBe(8);
    expect(groups).toEqual([[1, 2, 3], [4]]);
  });

  it('joins the calls that come while another group is under way', async () => {
    const { groups, ends, work } = heldWork();
    const call = groupCalls(work, { most: 9 });
    const first = call(1);
    await someTurns();
    const others = [call(2), call(3)];
    await someTurns();
    expect(groups).toEqual([[1]]);
    ends[0]?.();
    expect(await first).toBe(10);
    await someTurns();
    expect(groups).toEqual([[1], [2, 3]]);
    ends[1]?.();
    expect(await Promise.all(others)).toEqual([20, 30]);
  });

  it('never runs more groups at a time than it has lanes', async () => {
    const { groups, ends, work } = heldWork();
    const call = groupCalls(work, { most: 1, lanes: 2 });
    const calls = [call(1), call(2), call(3)];
    await someTurns();
    expect(groups).toEqual([[1], [2]]);
    ends[1]?.();
    await calls[1];
    await someTurns();
    expect(groups).toEqual([[1], [2], [3]]);
    ends[0]?.();
    ends[2]?.();
    expect(await Promise.all(calls)).toEqual([10, 20, 30]);
  });

  it('begins another group beside the first one only when enough calls wait to fill it', async () => {
    const { groups, ends, work } = heldWork();
    const call = groupCalls(work, { most: 3, lanes: 2 });
    const calls = [call(1)];
    await someTurns();
    calls.push(call(2), call(3));
    await someTurns();
    expect(groups).toEqual([[1]]);
    calls.push(call(4), call(5));
    await someTurns();
    expect(groups).toEqual([[1], [2, 3, 4]]);
    ends[1]?.();
    await calls[1];
    await someTurns();
    expect(groups).toEqual([[1], [2, 3, 4]]);
    ends[0]?.();
    await calls[0];
    await someTurns();
    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
    ends[2]?.();
    expect(await Promise.all(calls)).toEqual([10, 20, 30, 40, 50]);
  });

  it('keeps the order and the maximum weight of a group, and runs a call that is too heavy alone', async () => {
    const groups: number[][] = [];
    const call = groupCalls((items: number[]) => (groups.push(items), double(items)), {
      most: 10,
      weigh: (item) => item,
    });
    await Promise.all([4, 6, 1, 99, 5, 5, 5].map(call));
    expect(groups).toEqual([[4, 6], [1], [99], [5, 5], [5]]);
  });

  it('joins only calls that fit together', async () => {
    const groups: number[][] = [];
    const call = groupCalls((items: number[]) => (groups.push(items), double(items)), {
      most: 9,
      fits: (group, next) => !group.includes(next),
    });
    await Promise.all([1, 2, 1, 3].map(call));
    expect(groups).toEqual([
      [1, 2],
      [1, 3],
    ]);
  });

  describe('with a pause between groups', () => {
    const SPACING = { most: 3, pause: { mostMs: (calls: number) => (calls > 1 ? 8 : 0) } };
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
    afterEach(() => jest.useRealTimers());

    it('begins the next group only when the pause is over', async () => {
      const groups: number[][] = [];
      const call = groupCalls((items: number[]) => (groups.push(items), double(items)), SPACING);
      await Promise.all([call(1), call(2)]);
      const next = [call(3)];
      await someTurns();
      jest.advanceTimersByTime(7);
      next.push(call(4));
      await someTurns();
      expect(groups).toEqual([[1, 2]]);
      jest.advanceTimersByTime(1);
      expect(await Promise.all(next)).toEqual([6, 8]);
      expect(groups).toEqual([
        [1, 2],
        [3, 4],
      ]);
    });

    it('begins it before when no further call has come for a while', async () => {
      const groups: number[][] = [];
      const pause = { mostMs: () => 8, quietMs: 2 };
      const work = (items: number[]) => (groups.push(items), double(items));
      const call = groupCalls(work, { most: 9, pause });
      await call(1);
      const next = [call(2)];
      await someTurns();
      jest.advanceTimersByTime(1);
      next.push(call(3));
      await someTurns();
      jest.advanceTimersByTime(1);
      await someTurns();
      expect(groups).toEqual([[1]]);
      jest.advanceTimersByTime(1);
      await Promise.all(next);
      expect(groups).toEqual([[1], [2, 3]]);
    });

    it('begins a full group at once', async () => {
      const groups: number[][] = [];
      const call = groupCalls((items: number[]) => (groups.push(items), double(items)), SPACING);
      await Promise.all([call(1), call(2)]);
      expect(await Promise.all([call(3), call(4), call(5)])).toEqual([6, 8, 10]);
      expect(groups).toEqual([
        [1, 2],
        [3, 4, 5],
      ]);
    });

    it('lets calls wait for nothing after a group that asks for no pause', async () => {
      const call = groupCalls(double, SPACING);
      for (const item of [1, 2, 3]) expect(await call(item)).toBe(2 * item);
    });
  });

  describe('when a group fails', () => {
    const failing = (items: number[]) =>
      items.includes(13) ? Promise.reject(new Error(`failed: ${items.join()}`)) : double(items);
    const outcomes = (calls: Promise<number>[]) =>
      Promise.allSettled(calls).then((settled) =>
        settled.map((one) =>
          one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
        ),
      );

    it('fails all of its calls with the same error', async () => {
      const call = groupCalls(failing, { most: 9 });
      const message = 'failed: 1,13,2';
      expect(await outcomes([1, 13, 2].map(call))).toEqual([message, message, message]);
      expect(await call(5)).toBe(10);
    });

    it('halves the group until the call at fault is alone, if the options ask for it', async () => {
      const call = groupCalls(failing, { most: 9, halveAfter: () => true });
      expect(await outcomes([1, 2, 13, 3, 4].map(call))).toEqual([2, 4, 'failed: 13', 6, 8]);
    });

    it('asks after each failure whether to halve the group', async () => {
      const call = groupCalls(failing, {
        most: 9,
        halveAfter: (error) => (error as Error).message !== 'failed: 2,13',
      });
      const message = 'failed: 2,13';
      expect(await outcomes([1, 3, 2, 13].map(call))).toEqual([2, 6, message, message]);
    });
  });
});
