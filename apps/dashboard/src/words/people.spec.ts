import { browsersOf, knowledgeOf, peopleOf, unclearInWords, unclearOf } from './people.js';

const counts = (people: number | null, automation: number | null = people) => ({
  human_visits: 10,
  people_visits: people,
  undecided_visits: people,
  automation_visits: automation,
  not_judged_visits: people,
});

it.each([
  [[counts(0), counts(4)], 'judged'],
  [[counts(0, 1)], 'judged'],
  [[counts(0)], 'not judged'],
  [[], 'not judged'],
  [[counts(null)], 'not counted'],
])('tells what is known of visitors', (points, knowledge) => {
  expect(knowledgeOf(points)).toBe(knowledge);
});

it('counts all visits of browsers as those of people where nothing is known', () => {
  expect([peopleOf(counts(4), 'judged'), unclearOf(counts(4), 'judged')]).toEqual([4, 6]);
  expect([peopleOf(counts(0), 'not judged'), unclearOf(counts(0), 'not judged')]).toEqual([10, 0]);
  expect([peopleOf(counts(null), 'not counted'), browsersOf(counts(null))]).toEqual([10, 10]);
  expect(browsersOf(counts(4, 3))).toBe(13);
});

it('names what is not clear, as far as there is any', () => {
  expect(unclearInWords(1234, 5, 'judged')).toBe('+1,234 undecided, 5 not judged');
  expect(unclearInWords(0, 5, 'judged')).toBe('+5 not judged');
  expect(unclearInWords(0, 0, 'judged')).toBe('');
  expect(unclearInWords(0, 5, 'not judged')).toBe('');
});

it('knows what is known of lists without automation', () => {
  expect(knowledgeOf([{ people_visits: 0, undecided_visits: 3 }])).toBe('judged');
  expect(knowledgeOf([{ people_visits: 0, undecided_visits: 0 }])).toBe('not judged');
});
