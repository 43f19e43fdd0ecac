import { arrivalOf } from './arrival.js';
import type { Counts } from './feed.js';
import { reasonsOf } from './reasons.js';
import { lagInWords } from './lag.js';
import { verdictOf } from './verdict.js';

const NONE: Counts = {
  deliveries: 0,
  records: 0,
  entries: 0,
  ...{ without_address: 0, without_host: 0, without_country: 0, without_fetch_headers: 0 },
  ...{ without_referer: 0, static_files: 0 },
  skipped: 0,
  rejected: 0,
  reasons: {},
  refused: 0,
  refusals: {},
  mean_lag_seconds: null,
  largest_lag_seconds: null,
};
const MEANINGS = {
  skip_reasons: { subrequest: 'a request of the CDN' },
  reject_reasons: { no_time: 'the record has no time' },
  refusals: { INVALID_JSON: 'the body is not JSON' },
};
const aFeed = (today: Partial<Counts>, month: Partial<Counts> = today) => ({
  last_24_hours: { ...NONE, ...today },
  last_30_days: { ...NONE, ...month },
});

describe('reasons', () => {
  it('tells what was skipped from what was rejected and refused, most first', () => {
    const month = { reasons: { subrequest: 5, no_time: 9 }, refusals: { INVALID_JSON: 2 } };
    expect(reasonsOf(aFeed({ reasons: { subrequest: 4 } }, month), MEANINGS)).toEqual([
      {
        word: 'no_time',
        result: 'rejected',
        meaning: 'the record has no time',
        today: 0,
        month: 9,
      },
      {
        word: 'subrequest',
        result: 'skipped',
        meaning: 'a request of the CDN',
        today: 4,
        month: 5,
      },
      {
        word: 'INVALID_JSON',
        result: 'refused',
        meaning: 'the body is not JSON',
        today: 0,
        month: 2,
      },
    ]);
  });
});

describe('verdict', () => {
  const rejects = { deliveries: 1, records: 10, rejected: 10, reasons: { no_time: 10 } };
  const says = (today: Partial<Counts>) => {
    const feed = aFeed(today);
    const { tone, text } = verdictOf(feed, reasonsOf(feed, MEANINGS));
    return `${tone}: ${text}`;
  };

  it('says what works and what to do', () => {
    for (const [today, words] of [
      [{}, 'warn: Nothing has come in the last 24 hours.'],
      [
        { refused: 2, refusals: { INVALID_JSON: 2 } },
        'bad: Every delivery of the last 24 hours was refused, most often because of INVALID_JSON (the body is not JSON).',
      ],
      [{ deliveries: 1 }, 'warn: What came had no records.'],
      [
        { deliveries: 1, records: 2, skipped: 2, reasons: { subrequest: 2 } },
        'warn: Every record was skipped, most often because of subrequest (a request of the CDN).',
      ],
      [rejects, 'bad: No record could be read as a visit, most often because of no_time'],
      [
        { ...rejects, records: 100, entries: 90 },
        'warn: 10 of 100 records were rejected, most often because of no_time',
      ],
      [
        { deliveries: 1, records: 10, entries: 10, without_address: 9 },
        'warn: 9 of 10 entries have no address: no bot is verified',
      ],
      [{ ...rejects, records: 1_010, entries: 1_000 }, 'good: It works: 1,000 entries'],
    ] as [Partial<Counts>, string][])
      expect(says(today)).toMatch(new RegExp(`^${words.replace(/[().]/g, '\\$&')}`));
  });
});

describe('arrival', () => {
  const before = aFeed({ deliveries: 3, entries: 7, refused: 1 });

  it('is what came since the waiting began', () => {
    expect(arrivalOf(undefined, undefined)).toEqual({ kind: 'waiting' });
    expect(arrivalOf(before, before)).toEqual({ kind: 'waiting' });
    expect(arrivalOf(undefined, before)).toEqual({ kind: 'arrived', entries: 7 });
    const more = (counts: Partial<Counts>) =>
      arrivalOf(before, aFeed({ ...before.last_30_days, ...counts }));
    expect(more({ entries: 9, deliveries: 4 })).toEqual({ kind: 'arrived', entries: 2 });
    expect(more({ deliveries: 4 })).toEqual({ kind: 'no-visits' });
    expect(more({ refused: 2 })).toEqual({ kind: 'refused' });
  });
});

it('says how old entries were in units that can be read', () => {
  expect([null, 31.42, 150, 9_000, 172_799, 172_800, 77_388_480].map(lagInWords)).toEqual([
    ...['–', '31.4 s', '2.5 min', '2.5 h', '48.0 h', '2 days', '896 days'],
  ]);
});

it('takes old entries for a log that was imported, and not for a delay', () => {
  const today = { ...NONE, deliveries: 1, records: 9, entries: 9 };
  const words = (age: number) =>
    verdictOf({ last_24_hours: { ...today, mean_lag_seconds: age } }, []);
  expect(words(60).text).toBe('It works: 9 entries in the last 24 hours.');
  expect(words(77_388_480)).toEqual({
    tone: 'good',
    text: 'It works: 9 entries in the last 24 hours. They were 896 days old when they came, as in a log that is imported later.',
  });
});
