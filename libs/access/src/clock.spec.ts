import { DatabaseClock } from './clock.js';

const NOON = Date.UTC(2026, 10, 22, 12);

let elapsedMs: number;
let clock: DatabaseClock;
beforeEach(() => {
  elapsedMs = 500;
  clock = new DatabaseClock(() => elapsedMs);
});

/** Asks the database for its time, and reads the answer so much later. */
function ask(databaseMs: number, afterMs = 0): void {
  const hear = clock.asks();
  elapsedMs += afterMs;
  hear(databaseMs);
}

it('goes on from the time that the database told', () => {
  ask(NOON);
  elapsedMs += 1_500;
  expect(clock.now()).toBe(NOON + 1_500);
});

it('is never behind the database, however long an answer was on its way', () => {
  // The database looked at its clock at an unknown moment of these 300 ms.
  ask(NOON, 300);
  expect(clock.now()).toBe(NOON + 300);
});

it('keeps the answer of the question that the database read soonest', () => {
  ask(NOON);
  elapsedMs += 1_000;
  // This question was on its way for 300 ms.
  ask(NOON + 1_300, 300);
  expect(clock.now()).toBe(NOON + 1_300);
  elapsedMs += 1_000;
  ask(NOON + 2_250);
  expect(clock.now()).toBe(NOON + 2_250);
});

it('keeps the most exact of the answers of a quarter of a minute, and none that is older', () => {
  ask(NOON, 5);
  for (const late of [40, 20, 30]) {
    elapsedMs += 5_000 - late;
    ask(NOON + elapsedMs - 500 + late, late);
    // 15 s after the first answer, the second best counts.
    const error = clock.now() - (NOON + elapsedMs - 500);
    expect(error).toBe(elapsedMs < 15_500 ? 0 : 20);
  }
});

it('follows the database when its clock was set forward', () => {
  ask(NOON);
  elapsedMs += 15_000;
  ask(NOON + 60_000);
  expect(clock.now()).toBe(NOON + 60_000);
});

it('gives whole milliseconds, and no time that is earlier than what the database told', () => {
  ask(NOON + 0.25);
  expect(clock.now()).toBe(NOON + 1);
});

it('refuses to guess before the database has told its time', () => {
  expect(() => clock.now()).toThrow('has not told its time yet');
});
