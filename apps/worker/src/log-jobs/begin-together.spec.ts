import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { beginTogether } from './begin-together.js';
import type { Delivery, JobOutcome } from './pipeline.js';

const SLOTS = 16;
const SETTLED: JobOutcome = { kind: 'settled', batches: [] };

const aJob = (jobId: string, ...counts: unknown[]): Delivery => ({
  jobId,
  data: { batches: counts.map((count) => ({ count })) },
  lastTry: false,
  suspect: undefined,
});

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

describe('beginTogether', () => {
  let begun: string[];
  let take: (...jobs: Delivery[]) => Promise<string[]>;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    begun = [];
    const process = beginTogether(({ jobId }) => {
      begun.push(jobId);
      return Promise.resolve(SETTLED);
    }, SLOTS);
    take = async (...jobs) => {
      for (const job of jobs) void process(job);
      await someTurns();
      return begun;
    };
  });
  afterEach(() => jest.useRealTimers());

  it('begins a small job at once, and those that come soon after it together', async () => {
    expect(await take(aJob('first', 3))).toEqual(['first']);
    await take(aJob('second', 1, 2));
    jest.advanceTimersByTime(99);
    expect(await take(aJob('third', 249))).toEqual(['first']);
    jest.advanceTimersByTime(1);
    expect(await take()).toEqual(['first', 'second', 'third']);
  });

  it('begins a small job at once when the last one began a while ago', async () => {
    await take(aJob('first', 3));
    jest.advanceTimersByTime(100);
    expect(await take(aJob('second', 3))).toEqual(['first', 'second']);
  });

  it('lets no large job wait, and none that workers died of', async () => {
    await take(aJob('small', 1));
    const suspicion = { deaths: 3 } as never;
    const suspect = { suspicion, noteTrial: () => Promise.resolve() };
    const others = [aJob('large', 200, 50), { ...aJob('suspect', 1), suspect }];
    expect(await take(...others)).toEqual(['small', 'large', 'suspect']);
  });

  it('begins when enough entries wait', async () => {
    await take(aJob('first', 1));
    const small = Array.from({ length: 5 }, (_, index) => aJob(`${index}`, 200));
    expect(await take(...small)).toEqual(['first', '0', '1', '2', '3', '4']);
  });

  it('begins when half of the slots wait', async () => {
    await take(aJob('first', 1));
    const half = Array.from({ length: SLOTS / 2 }, (_, index) => aJob(`${index}`, 1));
    const [last, ...others] = half as [Delivery, ...Delivery[]];
    expect(await take(...others)).toEqual(['first']);
    expect(await take(last)).toHaveLength(1 + SLOTS / 2);
  });

  it('takes a job that says nothing readable', async () => {
    const unreadable = [null, 'x', { batches: 1 }, { batches: [null, { count: 'x' }] }];
    const jobs = unreadable.map((data, index) => ({ ...aJob(`${index}`), data }));
    for (const job of jobs) {
      await take(job);
      jest.advanceTimersByTime(100);
    }
    expect(await take()).toEqual(['0', '1', '2', '3']);
  });
});
