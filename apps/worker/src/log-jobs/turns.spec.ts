import { NOT_NOW, Turns } from './turns.js';

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

function anIntake() {
  const intake = { paused: false };
  const pause = () => Promise.resolve(void (intake.paused = true));
  const resume = () => Promise.resolve(void (intake.paused = false));
  return Object.assign(intake, { pause, resume });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

let turns: Turns;
let intake: ReturnType<typeof anIntake>;
beforeEach(() => {
  turns = new Turns();
  intake = anIntake();
});

it('jobs run beside each other', async () => {
  const [one, other] = [aJob(), aJob()];
  const both = [turns.takeBeside(one.work), turns.takeBeside(other.work)];
  expect([one.begun, other.begun]).toEqual([true, true]);
  one.end();
  other.end();
  expect(await Promise.all(both)).toEqual(['done', 'done']);
});

it('a job that must be alone waits for the others, and stops the intake meanwhile', async () => {
  const [one, other, alone] = [aJob(), aJob(), aJob()];
  const before = [turns.takeBeside(one.work), turns.takeBeside(other.work)];
  const last = turns.takeAlone(intake, alone.work);
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
  const before = turns.takeBeside(one.work);
  const last = turns.takeAlone(intake, alone.work);
  for (const phase of ['waits', 'runs']) {
    expect(alone.begun).toBe(phase === 'runs');
    expect(await turns.takeBeside(late.work)).toBe(NOT_NOW);
    expect(await turns.takeAlone(intake, late.work)).toBe(NOT_NOW);
    one.end();
    await before;
    await settled();
  }
  expect(intake.paused).toBe(true);
  alone.end();
  await last;
  expect(late.begun).toBe(false);
});

it('after a failure, the next jobs have their turn', async () => {
  const [alone, next] = [aJob(), aJob()];
  const failing = turns.takeAlone(intake, alone.work);
  await settled();
  alone.fail();
  await expect(failing).rejects.toThrow('failed');
  expect(intake.paused).toBe(false);
  const after = turns.takeBeside(next.work);
  next.end();
  expect(await after).toBe('done');
});
