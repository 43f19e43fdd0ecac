import { PassThrough } from 'node:stream';
import { type Pace, paced, TOO_SLOW, TOO_WORDY } from './paced.js';

const PACE: Pace = { graceMs: 1_000, bytesPerSecond: 10 };
const DONE = { done: true, value: undefined };

// Streams go on by ticks, which are not time.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());

it('gives up a body when it has been waited for too long for what came', async () => {
  const body = new PassThrough();
  const pieces = paced(body, PACE);
  body.write('x'.repeat(20));
  expect((await pieces.next()).value).toHaveLength(20);
  // A second, and two more for what came.
  let isOver = false;
  const next = pieces.next().finally(() => (isOver = true));
  const fault = expect(next).rejects.toMatchObject({ code: TOO_SLOW });
  await jest.advanceTimersByTimeAsync(2_900);
  expect(isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(200);
  await fault;
  expect(body.destroyed).toBe(true);
});

it('counts every wait, however many bytes end it', async () => {
  const body = new PassThrough();
  const pieces = paced(body, PACE);
  const came: unknown[] = [];
  const fault = expect(
    (async () => {
      for await (const piece of pieces) came.push(piece);
    })(),
  ).rejects.toMatchObject({ code: TOO_SLOW });
  const drip = setInterval(() => body.write('x'), 500);
  await jest.advanceTimersByTimeAsync(5_000);
  clearInterval(drip);
  await fault;
  // Two in the second that is given, and none in the tenth of one that each of them brought.
  expect(came).toHaveLength(2);
});

it('does not count the time of whoever reads', async () => {
  const body = new PassThrough();
  const pieces = paced(body, PACE);
  for (let times = 0; times < 3; times += 1) {
    body.write('x');
    expect((await pieces.next()).value).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(60_000);
  }
  body.end();
  expect(await pieces.next()).toEqual(DONE);
});

it('gives up a body around which far more comes than data', async () => {
  const body = new PassThrough();
  let wire = 300;
  const pieces = paced(body, PACE, () => wire);
  body.write('x');
  expect((await pieces.next()).value).toHaveLength(1);
  wire = 300_000;
  body.write('x');
  await expect(pieces.next()).rejects.toMatchObject({ code: TOO_WORDY });
  expect(body.destroyed).toBe(true);
});
