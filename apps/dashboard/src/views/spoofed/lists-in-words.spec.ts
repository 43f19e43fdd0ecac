import { listsInWords } from './lists-in-words.js';

const LISTS = {
  ...{ source: 'refresh' as const, oldest: '2026-05-12T00:00:00.000Z', lists: 32 },
  ...{ current: 32, old: 0, missing: 0, old_lists: [], release_only: 12 },
};
const old = (day: string, ...bots: string[]) => ({ bots, fetched_at: `${day}T00:00:00.000Z` });

it('says that all are current', () => {
  expect(listsInWords(LISTS)).toEqual([
    'All 32 lists of addresses that operators of bots publish for programs are current; 12 further ones come with releases only.',
  ]);
  expect(listsInWords({ ...LISTS, release_only: 0 })[0]).toMatch(/programs are current\.$/);
});

it('names those that are too old, the oldest first, and what follows', () => {
  const old_lists = [old('2026-05-12', 'GPTBot'), old('2026-05-05', 'Googlebot', 'A', 'B')];
  expect(listsInWords({ ...LISTS, current: 29, old: 2, missing: 1, old_lists })).toEqual([
    'Lists of bots’ addresses: 29 of 32 are current; 12 further ones come with releases only. 2 are older than they prove anything (Googlebot and 2 others of 5 May 2026; GPTBot of 12 May 2026): visits in the name of their bots are not called spoofed. 1 was never fetched.',
    'This service fetches them every day, and did not get these. Whoever runs it can look why.',
  ]);
  const many = Array.from({ length: 7 }, (_, at) => old('2026-05-05', `Bot${at}`));
  const [text] = listsInWords({ ...LISTS, current: 25, old: 7, old_lists: many });
  expect(text).toContain('(Bot0, Bot1, Bot2, Bot3, Bot4 of 5 May 2026; and 2 more): visits');
});

it('says to readers who can change it, and not which setting', () => {
  const old_lists = [old('2026-05-12', 'GPTBot')];
  const texts = listsInWords({ ...LISTS, source: 'bundled', current: 31, old: 1, old_lists });
  expect(texts[0]).toContain('1 is older than it proves anything (GPTBot of 12 May 2026)');
  expect(texts[0]).toContain('in the name of its bots are not called spoofed.');
  expect(texts[1]).toContain('Whoever runs it can let it fetch them every day.');
  expect(texts.join()).not.toContain('VERIFY_LISTS');
});

it('says what is not known, and nothing while nothing is verified', () => {
  const unknown = { ...LISTS, lists: null, current: null, old: null, missing: null };
  expect(listsInWords({ ...unknown, source: 'folder' })).toEqual([
    expect.stringContaining('their age is not known here'),
  ]);
  expect(listsInWords({ ...unknown, source: 'off' })).toEqual([]);
});
