import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { BatchHeldError } from '@app/storage';
import { createProcessApart, HELD, isApart, notesHeld } from './apart.js';
import type { Delivery, JobOutcome } from './pipeline.js';

const job = (stalledCounter: number, progress: unknown = 0) => ({
  stalledCounter,
  progress: progress as number,
});
const trial = { part: 'x', partDeaths: 0, jobDeaths: 3 };
const held = new BatchHeldError(new Error('lock timeout'));

/** Lets everything begin that only waits for its turn in the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await turnOfTheLoop();
}

describe('a job', () => {
  it.each([
    ['that comes for the first time', job(0), false],
    ['that was postponed because a store was away', job(0, {}), false],
    ['whose progress is none of ours', job(0, 'x'), false],
    ['whose worker died', job(1), true],
    ['whose workers died', job(4, trial), true],
    ['of which a batch was held', job(0, HELD), true],
  ])('%s is done apart: %j is %s', (_, one, apart) => {
    expect(isApart(one)).toBe(apart);
  });

  it.each([
    ['of which a batch was held', job(0), held, true],
    ['that failed otherwise', job(0), new Error('x'), false],
    ['in which that is noted already', job(0, HELD), held, false],
    ['whose worker died, which may have noted more', job(3, trial), held, false],
  ])('%s: the next delivery is told', (_, one, failure, notes) => {
    expect(notesHeld(one, failure)).toBe(notes);
  });
});

it('does two jobs at the same time, each with a pipeline of its own for its turn', async () => {
  const made: string[] = [];
  const ends: (() => void)[] = [];
  const outcome: JobOutcome = { kind: 'settled', batches: [] };
  const processApart = createProcessApart((turn) => {
    made.push(turn);
    return () => new Promise((resolve) => ends.push(() => resolve(outcome)));
  });
  const delivery: Delivery = { jobId: '1', data: {}, lastTry: false };
  const all = ['first', 'later', 'later'] as const;
  const outcomes = Promise.all(all.map((one) => processApart(one, delivery)));
  await turns(10);
  expect(made).toEqual(['first', 'later']);
  ends[1]?.();
  await turns(10);
  expect(made).toEqual(['first', 'later', 'later']);
  for (const end of ends) end();
  expect(await outcomes).toEqual([outcome, outcome, outcome]);
});
