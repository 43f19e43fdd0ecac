import { beforeDecoding, beforeTrial, suspicionOf, type Trial } from './suspicion.js';

const trial = (fields: Partial<Trial> = {}): Trial => ({
  part: 'a',
  partDeaths: 0,
  jobDeaths: 4,
  ...fields,
});

it.each([0, 1, 2])('a job with which %i workers died is not suspect', (deaths) => {
  expect(suspicionOf(deaths, trial())).toBeUndefined();
});

it('a job with which three workers died is suspect, and knows its last trial', () => {
  expect(suspicionOf(3, trial())).toEqual({ deaths: 3, last: trial() });
  for (const progress of [0, undefined, null, 'x', { part: 'a' }])
    expect(suspicionOf(3, progress)).toEqual({ deaths: 3, last: undefined });
});

it.each([
  [3, 33, 'halve'],
  [3, 32, 'try'],
  [3, 1, 'try'],
  [4, 32, 'halve'],
  [4, 2, 'halve'],
  [4, 1, 'try'],
  [9, 1, 'try'],
])('after %i deaths, a part of %i entries: %s', (deaths, entries, kind) => {
  expect(beforeTrial({ id: 'a', entries }, { deaths, last: undefined }).kind).toBe(kind);
});

describe('an entry', () => {
  const entry = { id: 'a', entries: 1 };

  it('is buried after the second death in its own trial', () => {
    const first = beforeTrial(entry, { deaths: 4, last: undefined });
    expect(first).toEqual({ kind: 'try', trial: trial() });
    const second = beforeTrial(entry, { deaths: 5, last: trial() });
    expect(second).toEqual({ kind: 'try', trial: trial({ partDeaths: 1, jobDeaths: 5 }) });
    const last = trial({ partDeaths: 1, jobDeaths: 5 });
    expect(beforeTrial(entry, { deaths: 6, last })).toEqual({ kind: 'bury' });
  });

  it('is not blamed for a trial that ended without a death', () => {
    const last = trial({ partDeaths: 1 });
    expect(beforeTrial(entry, { deaths: 4, last })).toEqual({ kind: 'try', trial: last });
  });

  it('is not blamed for the deaths of another one', () => {
    const last = trial({ part: 'b', partDeaths: 1 });
    const precaution = beforeTrial(entry, { deaths: 5, last });
    expect(precaution).toEqual({ kind: 'try', trial: trial({ jobDeaths: 5 }) });
  });
});

it('a job is buried after the second death in its decoding', () => {
  const decoding = (fields: Partial<Trial>) => trial({ part: 'decoding', jobDeaths: 3, ...fields });
  const first = beforeDecoding({ deaths: 3, last: undefined });
  expect(first).toEqual({ kind: 'try', trial: decoding({}) });
  const second = decoding({ partDeaths: 1, jobDeaths: 4 });
  expect(beforeDecoding({ deaths: 4, last: decoding({}) })).toEqual({ kind: 'try', trial: second });
  expect(beforeDecoding({ deaths: 5, last: second })).toEqual({ kind: 'bury' });
  // The last worker decoded it, and died of an entry.
  const last = trial({ partDeaths: 1 });
  expect(beforeDecoding({ deaths: 5, last }).kind).toBe('try');
});

it('a part of several entries is never buried', () => {
  const last = trial({ partDeaths: 9, jobDeaths: 2 });
  expect(beforeTrial({ id: 'a', entries: 2 }, { deaths: 3, last }).kind).toBe('try');
});
