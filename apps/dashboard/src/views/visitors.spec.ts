import {
  judgedDays,
  knowledgeOfDays,
  peopleOfDay,
  upperFirst,
  type VisitorsReport,
} from './visitors.js';

type Day = VisitorsReport['days'][number];

/** A day with so many people; null when its visitors are not judged. */
const day = (date: string, people: number | null, others: Partial<Day> = {}): Day => ({
  ...{ date: `2026-11-${date}`, people_visitors: people },
  ...{ undecided_visitors: people && 0, automation_visitors: people && 0 },
  ...{ not_judged_visits: people === null ? 9 : 0, no_files_visits: 0, no_address_visits: 0 },
  ...{ shared_address_visits: 0, no_key_visits: 0, no_evidence_visits: 0 },
  ...others,
});
const judged = (counts: Record<string, number>) =>
  Object.entries(counts).map(([date, people]) => ({ date: `2026-11-${date}`, people }));
const TODAY = '2026-11-20';

it('takes the days that are judged, from the first one on which somebody came', () => {
  const days = [day('14', 0), day('15', 7), day('16', null), day('17', 0), day('18', 5)];
  expect(judgedDays(days)).toEqual(judged({ 15: 7, 17: 0, 18: 5 }));
  expect(judgedDays([day('14', 0), day('15', 0)])).toEqual([]);
  expect(judgedDays([day('14', null)])).toEqual([]);
  expect(judgedDays([])).toEqual([]);
});

it.each<Partial<Day>>([
  { undecided_visitors: 1 },
  { automation_visitors: 1 },
  { not_judged_visits: 1 },
])('counts a day on which nobody but %o came', (others) => {
  expect(judgedDays([day('14', 0), day('15', 0, others), day('16', 3)])).toEqual(
    judged({ 15: 0, 16: 3 }),
  );
});

it('knows nothing of visitors where no day on which somebody came is judged', () => {
  expect(knowledgeOfDays([day('14', 0), day('15', null)])).toBe('not judged');
  expect(knowledgeOfDays([day('14', null), day('15', 0)])).toBe('judged');
});

it('takes the median of the days that are over', () => {
  const odd = { 15: 900, 16: 4, 17: 10 };
  expect(peopleOfDay(judged(odd), TODAY)).toEqual({ people: 10, days: 3 });
  expect(peopleOfDay(judged({ ...odd, 20: 1, 21: 0 }), TODAY)).toEqual({ people: 10, days: 3 });
  expect(peopleOfDay(judged({ ...odd, 18: 13 }), TODAY)).toEqual({ people: 12, days: 4 });
  expect(peopleOfDay(judged({ 18: 0, 19: 0 }), TODAY)).toEqual({ people: 0, days: 2 });
});

it('names the day where no other is judged and over', () => {
  expect(peopleOfDay(judged({ 18: 7, 20: 3 }), TODAY)).toEqual({
    ...{ people: 7, days: 1, date: '2026-11-18' },
  });
  expect(peopleOfDay(judged({ 20: 3 }), TODAY)).toMatchObject({ people: 3, date: TODAY });
  expect(peopleOfDay([], TODAY)).toBeUndefined();
});

it('begins a sentence', () => {
  expect(upperFirst('log the address')).toBe('Log the address');
});
