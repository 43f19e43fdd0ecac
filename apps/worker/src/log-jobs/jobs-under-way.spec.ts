import { eventually } from '@app/testing';
import type { Turn } from '@app/queue';
import {
  type Intake,
  JobsUnderWay,
  type JobsUnderWayOptions,
  mayLook,
  NOT_NOW,
  spareTurns,
} from './jobs-under-way.js';

/** A job whose end the test decides. */
function aJob() {
  const job = { begun: false, end: () => {}, fail: () => {} };
  const work = () =>
    new Promise<string>((resolve, reject) => {
      job.begun = true;
      job.end = () => resolve('done');
      job.fail = () => reject(new Error('failed'));
    });
  return Object.assign(job, { work });
}

/** An intake whose queue has one job, or none when it is not given. */
function anIntake(next?: () => Promise<void>) {
  const intake = { paused: false };
  const jobs = next ? [next] : [];
  return Object.assign(intake, {
    pause: () => Promise.resolve(void (intake.paused = true)),
    resume: () => Promise.resolve(void (intake.paused = false)),
    getNextJob: () => Promise.resolve(jobs.shift()),
    processJob: (job: () => Promise<void>) => job(),
  });
}

function jobsOf(intake: ReturnType<typeof anIntake>, options: Partial<JobsUnderWayOptions> = {}) {
  const spare = { taken: 0 };
  const underWay = new JobsUnderWay({
    slots: 1,
    intakes: () => [intake as unknown as Intake],
    firstWaiting: () => Promise.resolve([1]),
    onSpare: () => spare.taken++,
    onError: () => {},
    ...options,
  });
  return { underWay, spare };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('one job beside others, or alone', () => {
  let underWay: JobsUnderWay;
  let intake: ReturnType<typeof anIntake>;
  beforeEach(() => {
    intake = anIntake();
    ({ underWay } = jobsOf(intake, { slots: 8 }));
  });
  const beside = (job: ReturnType<typeof aJob>, turn: Turn = 'first') =>
    underWay.beside(turn, job.work);

  it('jobs run beside each other', async () => {
    const [one, other] = [aJob(), aJob()];
    const both = [beside(one), beside(other)];
    expect([one.begun, other.begun]).toEqual([true, true]);
    one.end();
    other.end();
    expect(await Promise.all(both)).toEqual(['done', 'done']);
  });

  it('a job that must be alone waits for the others, and stops the intake meanwhile', async () => {
    const [one, other, alone] = [aJob(), aJob(), aJob()];
    const before = [beside(one), beside(other, 'later')];
    const last = underWay.alone(alone.work);
    one.end();
    await settled();
    expect({ begun: alone.begun, paused: intake.paused }).toEqual({ begun: false, paused: true });
    other.end();
    await Promise.all(before);
    await settled();
    expect({ begun: alone.begun, paused: intake.paused }).toEqual({ begun: true, paused: true });
    alone.end();
    expect(await last).toBe('done');
    expect(intake.paused).toBe(false);
  });

  it('a job that comes while another is alone, or waits until it is, must go back', async () => {
    const [one, alone, late] = [aJob(), aJob(), aJob()];
    const before = beside(one);
    const last = underWay.alone(alone.work);
    for (const phase of ['waits', 'runs']) {
      expect(alone.begun).toBe(phase === 'runs');
      expect(await beside(late)).toBe(NOT_NOW);
      expect(await underWay.alone(late.work)).toBe(NOT_NOW);
      one.end();
      await before;
      await settled();
    }
    expect(intake.paused).toBe(true);
    alone.end();
    await last;
    expect(late.begun).toBe(false);
  });

  it('after a failure, the next jobs are taken', async () => {
    const [alone, next] = [aJob(), aJob()];
    const failing = underWay.alone(alone.work);
    await settled();
    alone.fail();
    await expect(failing).rejects.toThrow('failed');
    expect(intake.paused).toBe(false);
    const after = beside(next);
    next.end();
    expect(await after).toBe('done');
  });
});

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

describe('a spare slot', () => {
  it('is waited for at the end, and outlives a failure of the queue', async () => {
    const failure = new Error('the queue is away');
    const errors: unknown[] = [];
    let fail = () => {};
    const next = new Promise<never>((_, reject) => (fail = () => reject(failure)));
    const { underWay, spare } = jobsOf(
      anIntake(() => next),
      {
        onError: (error) => errors.push(error),
      },
    );
    const job = aJob();
    const later = underWay.beside('later', job.work);
    await eventually(() => expect(spare.taken).toBe(1));
    let ended = false;
    const end = underWay.stop().then(() => (ended = true));
    job.end();
    await later;
    expect(ended).toBe(false);
    fail();
    await end;
    expect(errors).toEqual([failure]);
  });

  it.each([
    ['stops', (underWay: JobsUnderWay) => underWay.stop()],
    ['takes a job alone', (underWay: JobsUnderWay) => underWay.alone(() => Promise.resolve())],
  ])('stays empty when the worker %s while it looks', async (_, happen) => {
    let answer: ((jobs: number[]) => void) | undefined;
    const intake = anIntake(() => Promise.resolve());
    const { underWay, spare } = jobsOf(intake, {
      firstWaiting: () => new Promise((resolve) => (answer = resolve)),
    });
    const job = aJob();
    const later = underWay.beside('later', job.work);
    await eventually(() => expect(answer).toBeDefined());
    const happening = happen(underWay);
    await settled();
    answer?.([1]);
    await settled();
    job.end();
    await Promise.all([later, happening]);
    expect(spare.taken).toBe(0);
  });
});

describe('spare slots', () => {
  it.each([
    ['the only shard', [5], 0, 2, [0, 0]],
    ['what waits, not more', [1], 0, 2, [0]],
    ['one job of each shard in turn', [5, 5, 5], 0, 2, [0, 1]],
    ['the next shards after those of the last time', [5, 5, 5], 2, 2, [2, 0]],
    ['a shard twice when nothing waits in the others', [0, 4, 0], 0, 2, [1, 1]],
    ['nothing where nothing waits', [0, 0], 1, 2, []],
    ['nothing when they are taken', [3, 3], 0, 0, []],
  ])('are for %s', (_, waiting, from, most, turns) => {
    expect(spareTurns(waiting, from, most)).toEqual(turns);
  });
});

it('a job that must be alone stops the intake of every shard', async () => {
  const intakes = [anIntake(), anIntake()];
  const { underWay } = jobsOf(anIntake(), { intakes: () => intakes as unknown as Intake[] });
  const alone = aJob();
  const working = underWay.alone(alone.work);
  await settled();
  expect(intakes.map(({ paused }) => paused)).toEqual([true, true]);
  alone.end();
  await working;
  expect(intakes.map(({ paused }) => paused)).toEqual([false, false]);
});
