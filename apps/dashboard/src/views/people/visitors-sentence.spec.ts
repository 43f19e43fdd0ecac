import { visitorsSentence } from './visitors-sentence.js';

const TODAY = '2026-11-20';
const sentence = (counts: Record<string, number | null>, notJudged = 4, others = 2) => {
  const days = Object.entries(counts).map(([date, people]) => ({
    ...{ date: `2026-11-${date}`, people_visitors: people },
    ...{ undecided_visitors: people === null ? null : others },
    ...{ automation_visitors: people === null ? null : others, not_judged_visits: notJudged },
    ...{
      no_files_visits: 0,
      no_address_visits: notJudged,
      shared_address_visits: 0,
      no_key_visits: 0,
    },
    no_evidence_visits: 0,
  }));
  const [start, end] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  return visitorsSentence(days, { start, end }, TODAY);
};

it.each([
  [{ 18: 64 }, '64 visitors were people on Wed, 18 Nov 2026.'],
  [{ 18: 1 }, '1 visitor was a person on Wed, 18 Nov 2026.'],
  [{ 20: 64 }, '64 visitors were people on Fri, 20 Nov 2026, so far.'],
  [{ 18: null }, 'No visitor of 18 Nov 2026 is judged.'],
])('tells of one day, %o: %s', (counts, words) => {
  expect(sentence(counts)).toBe(words);
});

it('tells of several days what is usual, and never their sum', () => {
  expect(sentence({ 15: 60, 16: 1_200, 17: 50 })).toBe(
    'On an ordinary day, 60 visitors were people (median of the 3 days that are judged). Most came on Mon, 16 Nov 2026: 1,200.',
  );
  expect(sentence({ 15: 60, 16: null, 17: null, 18: 40, 20: 70 })).toBe(
    'On an ordinary day, 50 visitors were people (median of the 2 days that are judged and over). Most came on Fri, 20 Nov 2026: 70. 2 days are not judged.',
  );
  expect(sentence({ 17: null, 18: 0, 19: 0 })).toBe(
    'On an ordinary day, 0 visitors were people (median of the 2 days that are judged). 1 day is not judged.',
  );
});

it('names the only day that is judged', () => {
  expect(sentence({ 17: null, 18: 64, 19: null })).toBe(
    '64 visitors were people on Wed, 18 Nov 2026. 2 days are not judged.',
  );
});

it('tells days without a verdict from days on which nobody came', () => {
  expect(sentence({ 17: null, 18: null })).toMatch(
    /^No visitor of 17\s–\s18 Nov 2026 is judged\.$/,
  );
  expect(sentence({ 18: 0 }, 0, 0)).toBe(
    'Nobody came on Wed, 18 Nov 2026. Choose other days to see visitors.',
  );
  expect(sentence({ 17: 0, 18: 0 }, 0, 0)).toMatch(/^Nobody came in 17\s–\s18 Nov 2026\. Choose /);
  expect(sentence({ 18: 0 }, 0, 2)).toBe('0 visitors were people on Wed, 18 Nov 2026.');
});
