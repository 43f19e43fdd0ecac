import { pairOf, tabOfPair } from './pair-of.js';

const [A, B, C] = [
  { id: 'ws_a', total_visits: 5 },
  { id: 'ws_b', total_visits: 9 },
  { id: 'ws_c', total_visits: 7 },
] as const;

it.each([
  [undefined, [B, C]],
  ['both', [B, C]],
  [tabOfPair('ws_a', 'ws_c'), [A, C]],
  [tabOfPair('ws_a', 'ws_gone'), [A, B]],
  [tabOfPair('ws_gone', 'ws_b'), [C, B]],
  [tabOfPair('ws_a', 'ws_a'), [A, B]],
])('shows for the tab %j these two', (tab, pair) => {
  expect(pairOf(tab, [A, B, C])).toEqual(pair);
});

it('shows nothing where there are no two', () => {
  expect(pairOf('both', [A])).toBeUndefined();
  expect(pairOf(tabOfPair('ws_a', 'ws_b'), [])).toBeUndefined();
});
