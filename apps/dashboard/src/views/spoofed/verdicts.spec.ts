import { nothingOf, verdictsOf } from './verdicts.js';

const point = (bots: number, verified: number, spoofed: number, unverifiable: number) => ({
  ...{ date: '2026-11-20', total_visits: bots + 5, human_visits: 5, ai_bot_visits: 0 },
  ...{ bot_visits: bots, verified_visits: verified, spoofed_visits: spoofed },
  unverifiable_visits: unverifiable,
});

it('adds verdicts up, and counts what nobody checked', () => {
  expect(verdictsOf([point(10, 5, 2, 1), point(10, 0, 0, 10)])).toEqual({
    ...{ bots: 20, verified: 5, spoofed: 2, unverifiable: 11, notChecked: 2 },
  });
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
