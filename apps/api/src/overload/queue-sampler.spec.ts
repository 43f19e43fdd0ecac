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

const sampleOf = (waiting: number, oldestMs = 0, finished = 0, first = 0): QueueSample => ({
  waiting,
  ready: waiting,
  first,
  oldestMs,
  behindMs: oldestMs,
  finished,
});
const see = (...sample: Parameters<typeof sampleOf>) =>
  sampler.tick(() => Promise.resolve(sampleOf(...sample)));
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
  expect(sampler.gates.later).toMatchObject({ obstacle: 'queue_slow', retryAfterSeconds: 4 });
  time += SECOND;
  await see(1, 0, 10);
  expect(sampler.obstacle).toBeUndefined();
});

it('still takes what comes first, up to half as much again', async () => {
  const obstacles = [];
  for (const waiting of [10, 11, 15, 16, 13, 12]) {
    await see(waiting);
    obstacles.push(sampler.gates.first.obstacle);
  }
  expect(obstacles).toEqual([
    undefined,
    undefined,
    undefined,
    'queue_full',
    'queue_full',
    undefined,
  ]);
});

it.each([
  ['what comes later does not hold it up', 0, undefined],
  ['what comes first holds it up, as far as it takes too long', 20, 'queue_slow'],
] as const)('takes what comes first by the work before it: %s', async (_, first, obstacle) => {
  for (let second = 0; second < 6; second++) {
    time = second * SECOND;
    await see(second, 0, second, Math.min(first, second));
  }
  expect(sampler.gates.later.obstacle).toBe('queue_slow');
  expect(sampler.gates.first.obstacle).toBe(obstacle);
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

it('counts what waits, whatever its turn, and what was postponed', async () => {
  const queue = {
    lines: () => Promise.resolve({ first: 1, later: 2, postponed: 40 }),
    ages: () => Promise.resolve({ inHandMs: 7, allMs: 9 }),
    finished: () => Promise.resolve(80_000),
  };
  const sample = { waiting: 43, ready: 3, first: 1, oldestMs: 7, behindMs: 9, finished: 80_000 };
  expect(await sampleQueue(queue)).toEqual(sample);
});
