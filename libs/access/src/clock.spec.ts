import { DatabaseClock } from './clock.js';

const NOON = Date.UTC(2026, 10, 22, 12);

let elapsedMs: number;
let clock: DatabaseClock;
beforeEach(() => {
  elapsedMs = 500;
  clock = new DatabaseClock(() => elapsedMs);
});

it('goes on from the time that the database told', () => {
  clock.heard(NOON);
  elapsedMs += 1_500;
  expect(clock.now()).toBe(NOON + 1_500);
});

it('keeps the answer that was read soonest after the database looked at its clock', () => {
  clock.heard(NOON);
  elapsedMs += 1_000;
  // This answer was on its way for 300 ms.
  clock.heard(NOON + 700);
  expect(clock.now()).toBe(NOON + 1_000);
  elapsedMs += 1_000;
  clock.heard(NOON + 2_050);
  expect(clock.now()).toBe(NOON + 2_050);
});

it('follows the database when its clock was set back', () => {
  clock.heard(NOON);
  elapsedMs += 60_000;
  clock.heard(NOON);
  expect(clock.now()).toBe(NOON);
});

it('gives whole milliseconds, and no time that is earlier than what the database told', () => {
  clock.heard(NOON + 0.25);
  expect(clock.now()).toBe(NOON + 1);
});

it('refuses to guess before the database has told its time', () => {
  expect(() => clock.now()).toThrow('has not told its time yet');
});
