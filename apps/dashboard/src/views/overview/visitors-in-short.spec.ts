import { visitorsInShort } from './visitors-in-short.js';

const days = (counts: Record<string, number | null>) =>
  Object.entries(counts).map(([date, people]) => ({
    ...{ date: `2026-11-${date}`, people_visitors: people },
    ...{ undecided_visitors: people && 2, automation_visitors: people && 1 },
    ...{ not_judged_visits: 4, no_files_visits: 0, no_address_visits: 4 },
    ...{ shared_address_visits: 0, no_key_visits: 0, no_evidence_visits: 0 },
  }));
const TODAY = '2026-11-20';

it.each([
  [{ 18: 64 }, '64 visitors'],
  [{ 20: 1 }, '1 visitor'],
  [{ 17: 60, 18: 1_234, 19: 50 }, 'about 60 visitors a day'],
  [{ 18: 1, 19: 1, 20: 0 }, 'about 1 visitor a day'],
  [{ 18: null, 19: 64, 20: null }, '64 visitors on 19 Nov'],
  [{ 19: 64, 20: 7 }, '64 visitors on 19 Nov'],
  [{ 19: null, 20: 7 }, '7 visitors on 20 Nov'],
  [{ 18: null, 19: null }, ''],
  [{ 18: null }, ''],
])('says of %o: %s', (counts, words) => {
  expect(visitorsInShort(days(counts), TODAY)).toBe(words);
});
