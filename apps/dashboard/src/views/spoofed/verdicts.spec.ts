import { nothingOf, verdictsOf } from './verdicts.js';

const point = (bots: number, verified: number, spoofed: number, unverifiable: number) => ({
  ...{ date: '2026-11-20', total_visits: bots + 5, human_visits: 5, ai_bot_visits: 0 },
  ...{ bot_visits: bots, verified_visits: verified, spoofed_visits: spoofed },
  unverifiable_visits: unverifiable,
  ...{ people_visits: 0, undecided_visits: 0, automation_visits: 0, not_judged_visits: 5 },
});

it('adds verdicts up, and counts what nobody checked', () => {
  expect(verdictsOf([point(10, 5, 2, 1), point(10, 0, 0, 10)])).toEqual({
    ...{ bots: 20, verified: 5, spoofed: 2, unverifiable: 11, notChecked: 2 },
  });
});

it('leaves out automation, which claims to be no bot', () => {
  const automation = { ...point(10, 5, 0, 1), automation_visits: 4 };
  expect(verdictsOf([automation])).toMatchObject({ bots: 6, notChecked: 0 });
});

it.each([
  [point(0, 0, 0, 0), 'no bots'],
  [point(3, 0, 0, 0), 'not checked'],
  [point(3, 0, 0, 2), 'not decided'],
  [point(3, 1, 0, 2), 'all true'],
  [point(3, 1, 1, 1), undefined],
])('says why there is nothing to show', (one, nothing) => {
  expect(nothingOf(verdictsOf([one]))).toBe(nothing);
});
