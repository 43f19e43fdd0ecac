import { createLogger } from '@app/observability';
import type { QueueSample } from './queue-pressure.js';
import { QueueSampler, sampleQueue } from './queue-sampler.js';

const LIMITS = { waiting: 10, oldestMs: 10_000, backlogMs: 2_000 };
const SECOND = 1_000;

let time: number;
let sampler: QueueSampler;
beforeEach(() => {
  time = 0;
  const logger = createLogger('test', 'silent');
  sampler = new QueueSampler({ limits: LIMITS, logger, now: () => time });
});

const sampleOf = (waiting: number, oldestMs = 0, finished = 0): QueueSample => ({
  waiting,
  ready: waiting,
  oldestMs,
  finished,
});
const see = (waiting: number, oldestMs?: number, finished?: number) =>
  sampler.tick(() => Promise.resolve(sampleOf(waiting, oldestMs, finished)));
const fail = () => sampler.tick(() => Promise.reject(new Error('away')));

it('takes batches before its first sample', () => {
  expect(sampler.obstacle).toBeUndefined();
});

it('refuses above a limit, and takes batches again at 80 % of it', async () => {
  const obstacles = [];
  for (const waiting of [10, 11, 9, 8, 9]) {
    await see(waiting);
    obstacles.push(sampler.obstacle);
  }
  expect(obstacles).toEqual([undefined, 'queue_full', 'queue_full', undefined, undefined]);
  await see(1, 10_001);
  expect(sampler.obstacle).toBe('queue_behind');
});

it('refuses what the workers cannot keep up with, and says for how long', async () => {
  for (let second = 0; second < 6; second++) {
    time = second * SECOND;
    await see(second, 0, second);
  }
  expect(sampler.backlog).toEqual({ ms: 5_000, growing: true });
  expect([sampler.obstacle, sampler.retryAfterSeconds]).toEqual(['queue_slow', 4]);
  time += SECOND;
  await see(1, 0, 10);
  expect(sampler.obstacle).toBeUndefined();
});

it('keeps the last value while samples fail, for 5 seconds', async () => {
  await see(11);
  time = 5 * SECOND;
  await fail();
  expect([sampler.obstacle, sampler.sample?.waiting]).toEqual(['queue_full', 11]);
  time++;
  await fail();
  expect(sampler.obstacle).toBe('queue_away');
  await see(9);
  expect(sampler.obstacle).toBeUndefined();
});

it('takes a queue that never answered for away', async () => {
  await fail();
  expect(sampler.obstacle).toBeUndefined();
  time = 5 * SECOND + 1;
  await fail();
  expect(sampler.obstacle).toBe('queue_away');
});

it('is not held up by a sample that hangs, and begins no second one beside it', async () => {
  await see(1);
  let answer: (sample: QueueSample) => void = () => undefined;
  let begun = 0;
  const hang = () => {
    begun++;
    return new Promise<QueueSample>((resolve) => (answer = resolve));
  };
  const hanging = sampler.tick(hang);
  await sampler.tick(hang);
  expect([begun, sampler.obstacle]).toEqual([1, undefined]);
  time = 5 * SECOND + 1;
  await sampler.tick(hang);
  expect([begun, sampler.obstacle]).toEqual([1, 'queue_away']);
  answer(sampleOf(2));
  await hanging;
  expect([sampler.obstacle, sampler.sample?.waiting]).toEqual([undefined, 2]);
  await see(3);
  expect(sampler.sample?.waiting).toBe(3);
});

it('looks by itself until it is stopped', async () => {
  let looks = 0;
  const enough = new Promise<void>((resolve) =>
    sampler.start(() => {
      if (++looks === 2) resolve();
      return Promise.resolve(sampleOf(0));
    }),
  );
  await enough;
  sampler.stop();
  expect(looks).toBe(2);
});

it('counts what waits and what was postponed, not what is under way or has failed', async () => {
  const queue = {
    counts: () => Promise.resolve({ waiting: 3, delayed: 40, active: 500, failed: 6000 }),
    oldestWaitingMs: () => Promise.resolve(7),
    finished: () => Promise.resolve(80_000),
  };
  const sample = { waiting: 43, ready: 3, oldestMs: 7, finished: 80_000 };
  expect(await sampleQueue(queue)).toEqual(sample);
});
