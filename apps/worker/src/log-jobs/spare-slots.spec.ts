import { eventually } from '@app/testing';
import { type JobSource, mayLook, SpareSlots } from './spare-slots.js';

describe('a worker with eight slots looks for jobs that come first', () => {
  it.each([
    ['while later ones hold all slots', { all: 8, later: 8, spare: 0 }, true],
    [
      'while later ones hold some of them, and no slot is free',
      { all: 8, later: 1, spare: 0 },
      true,
    ],
    ['until its spare slots are taken', { all: 10, later: 8, spare: 2 }, false],
    ['but not while a slot is free', { all: 7, later: 7, spare: 0 }, false],
    ['but not while only such jobs are under way', { all: 8, later: 0, spare: 0 }, false],
  ])('%s', (_, held, looks) => {
    expect(mayLook(held, 8)).toBe(looks);
  });
});

it('waits at its end for the job in a spare slot, and lives on when the queue fails there', async () => {
  const failure = new Error('the queue is away');
  const errors: unknown[] = [];
  let fail = () => {};
  const underWay = new Promise<never>((_, reject) => (fail = () => reject(failure)));
  let next: object | undefined = {};
  const source = {
    getNextJob: () => {
      const job = next;
      next = undefined;
      return Promise.resolve(job);
    },
    processJob: () => underWay,
  } as unknown as JobSource;
  let taken = 0;
  const slots = new SpareSlots({
    slots: 1,
    firstWaiting: () => Promise.resolve(1),
    onTaken: () => taken++,
    onError: (error) => errors.push(error),
  });
  let finish = () => {};
  const later = slots.during('later', source, () => new Promise<void>((end) => (finish = end)));
  await eventually(() => expect(taken).toBe(1));
  let ended = false;
  const end = slots.stop().then(() => (ended = true));
  finish();
  await later;
  expect(ended).toBe(false);
  fail();
  await end;
  expect(errors).toEqual([failure]);
});

it('takes no job any more when its end comes while it looks', async () => {
  let answer: ((jobs: number) => void) | undefined;
  const source = {
    getNextJob: () => Promise.resolve({}),
    processJob: () => Promise.resolve(),
  } as unknown as JobSource;
  let taken = 0;
  const slots = new SpareSlots({
    slots: 1,
    firstWaiting: () => new Promise((resolve) => (answer = resolve)),
    onTaken: () => taken++,
    onError: () => {},
  });
  void slots.during('later', source, () => new Promise<void>(() => {}));
  await eventually(() => expect(answer).toBeDefined());
  let ended = false;
  const end = slots.stop().then(() => (ended = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(false);
  answer?.(1);
  await end;
  expect(taken).toBe(0);
});
