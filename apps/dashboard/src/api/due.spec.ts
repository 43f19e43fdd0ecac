import { dueNow } from './due.js';
import type { Problem } from './problem.js';

const START = 100_000;
const at = (seconds: number, more: Partial<Parameters<typeof dueNow>[0]> = {}) =>
  dueNow({
    ...{ now: START + seconds * 1_000, refreshed: START, asked: START, isLive: true },
    ...{ problems: [], waitUntil: 0, restUntil: 0, ...more },
  });
const away: Problem = { kind: 'away', message: 'x' };
const wait: Problem = { kind: 'wait', seconds: 12, reason: 'x' };

it('refreshes every 30 seconds, or not by itself when that is turned off', () => {
  expect([at(29.9), at(30)]).toEqual(['nothing', 'all']);
  expect(at(3_600, { isLive: false })).toBe('nothing');
  expect(at(30, { problems: [{ kind: 'refused', message: 'x' }] })).toBe('all');
});

it('refreshes later while little is left of what the service allows', () => {
  const rest = { restUntil: START + 50_000 };
  expect([at(49.9, rest), at(50, rest)]).toEqual(['nothing', 'all']);
  expect(at(50, { ...rest, isLive: false })).toBe('nothing');
  // What is missing is more than a refresh.
  expect(at(40, { ...rest, problems: [away] })).toBe('missing');
});

it('asks again for what is missing also when it does not refresh by itself', () => {
  const isLive = false;
  expect(at(9.9, { isLive, problems: [away] })).toBe('nothing');
  expect(at(10, { isLive, problems: [away] })).toBe('missing');
  const both = { isLive, problems: [away, wait], waitUntil: START + 12_000 };
  expect([at(11.9, both), at(12, both)]).toEqual(['nothing', 'missing']);
});

it('refreshes the rest while one part stays missing', () => {
  const asked = START + 25_000;
  expect(at(29, { asked, problems: [away] })).toBe('nothing');
  expect(at(30, { asked, problems: [away] })).toBe('all');
  expect(at(30, { asked, problems: [wait] })).toBe('all');
});

it('asks nothing while nobody is signed in', () => {
  expect(at(3_600, { problems: [away, { kind: 'signed-out' }] })).toBe('nothing');
});
