import { listsNote, notesOf } from './notes.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const fresh = (more = {}, lists = {}) => ({
  behind_seconds: 0,
  waiting_jobs: 0,
  address_lists: { source: 'bundled' as const, oldest: ago(10), ...lists },
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

it('says when the lists of addresses are old, and what to do', () => {
  const note = (source: 'bundled' | 'refresh' | 'folder' | 'off', oldest: string | null) =>
    listsNote(fresh({}, { source, oldest }), NOW);
  expect(note('bundled', ago(89))).toBeUndefined();
  expect(note('bundled', ago(120))).toMatch(/is 120 days old.*VERIFY_LISTS=refresh/);
  expect(note('refresh', ago(2))).toBeUndefined();
  expect(note('refresh', ago(4))).toMatch(/4 days old.*reaches/);
  expect(note('folder', null)).toBeUndefined();
  expect(note('off', null)).toBeUndefined();
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
    'The feed fastly has brought nothing for 30 h: look whether its sender still runs.',
  ]);
  expect(feed(2.5, 2)).toEqual([]);
  expect(feed(40, 20)).toEqual([]);
});
