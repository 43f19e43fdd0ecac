import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { ReadingTurns } from './reading-turns.js';

const BODY_MS = 20;

/** Bodies that note when they are read, and take some time of a clock that only they move. */
function startReading() {
  let now = 0;
  const turns = new ReadingTurns(() => now);
  const read: string[] = [];
  const body = async (name: string, turn: 'first' | 'later') => {
    await turns.next(turn);
    now += BODY_MS;
    read.push(name);
  };
  return { body, read };
}

afterEach(() => void jest.useRealTimers());

async function severalTurns() {
  for (let turn = 0; turn < 6; turn++) await turnOfEventLoop();
}

test('reads one body in each turn of the event loop', async () => {
  const { body, read } = startReading();
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => body(name, 'later')));
  const seen: number[] = [];
  while (read.length < 4) {
    await turnOfEventLoop();
    if (seen.at(-1) !== read.length) seen.push(read.length);
  }
  await all;
  expect(seen.filter((count) => count > 0)).toEqual([1, 2, 3, 4]);
});

test('reads a body that comes first before those that wait', async () => {
  const { body, read } = startReading();
  const others = [body('a', 'later'), body('b', 'later')];
  await others[0];
  await Promise.all([...others, body('quiet', 'first')]);
  expect(read).toEqual(['a', 'quiet', 'b']);
});

test('rests after a body while an account that comes first is active', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const { body, read } = startReading();
  await body('quiet', 'first');
  const others = [body('a', 'later'), body('b', 'later')];
  await others[0];
  await severalTurns();
  await body('quiet again', 'first');
  expect(read).toEqual(['quiet', 'a', 'quiet again']);
  jest.advanceTimersByTime(BODY_MS);
  await others[1];
  expect(read.at(-1)).toBe('b');
});

test('does not rest when nobody comes first', async () => {
  const { body, read } = startReading();
  const others = [body('a', 'later'), body('b', 'later')];
  await severalTurns();
  expect(read).toEqual(['a', 'b']);
  await Promise.all(others);
});
