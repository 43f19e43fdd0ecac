import { listsNote, notesOf } from './notes.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const fresh = (more = {}, lists = {}) => ({
  behind_seconds: 0,
  waiting_jobs: 0,
  address_lists: {
    ...{ source: 'bundled' as const, oldest: ago(10), lists: 32, current: 32, old: 0, missing: 0 },
    ...{ old_lists: [], release_only: 12, ...lists },
  },
  ...more,
});

it('says nothing when all is well or not known yet', () => {
  expect(notesOf({}, NOW)).toEqual([]);
  expect(notesOf({ freshness: fresh({ behind_seconds: 9, waiting_jobs: 1 }) }, NOW)).toEqual([]);
});

it('says how far the reports are behind', () => {
  const note = (behind_seconds: number | null, waiting_jobs: number | null) =>
    notesOf({ freshness: fresh({ behind_seconds, waiting_jobs }) }, NOW);
  expect(note(40, 3)).toEqual(['Reports are 40 s behind: 3 batches wait.']);
  expect(note(600, 1)).toEqual(['Reports are 10 min behind: 1 batch waits.']);
  expect(note(null, null)).toEqual([expect.stringContaining('The queue does not answer')]);
});

it('says how many lists of addresses are current, and nothing when all are', () => {
  const note = (lists: object) => listsNote(fresh({}, lists));
  expect(note({})).toBeUndefined();
  expect(note({ current: 29, old: 3 })).toBe('29 of 32 lists of bots’ addresses are current');
  expect(note({ current: 31, missing: 1 })).toBe('31 of 32 lists of bots’ addresses are current');
  const unknown = { lists: null, current: null, old: null, missing: null };
  expect(note({ source: 'folder', ...unknown })).toBeUndefined();
});

it('names feeds that came for more than a day and then stopped', () => {
  const feed = (first: number | null, last: number | null) =>
    notesOf(
      {
        feeds: [
          {
            feed: 'fastly',
            first_delivery: first === null ? null : ago(first),
            last_delivery: last === null ? null : ago(last),
          },
        ],
      },
      NOW,
    );
  expect(feed(null, null)).toEqual([]);
  expect(feed(20, 1)).toEqual([]);
  expect(feed(20, 1.25)).toEqual([
    'The log source fastly has sent nothing for 30 h: look whether its sender still runs.',
  ]);
  expect(feed(2.5, 2)).toEqual([]);
  expect(feed(40, 20)).toEqual([]);
});
