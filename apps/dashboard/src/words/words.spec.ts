import { changeInWords } from './changes.js';
import { countryInWords } from './countries.js';
import { bucketInFull, bucketInShort, momentInShort, momentInWords, spanInWords } from './dates.js';
import { inFigure, inFull, inShort, partOf } from './numbers.js';

/** Versions of Node write the same with other commas, spaces and capitals. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[,\s]+/g, ' ')
    .replace(/ ?– ?/, '–');

it('writes numbers', () => {
  expect([0, 9_999, 1_234_567].map(inFull)).toEqual(['0', '9,999', '1,234,567']);
  expect([9_999, 12_345, 5_000_000].map(inShort).map(plain)).toEqual(['9 999', '12.3k', '5m']);
  expect([999_999, 5_000_000].map(inFigure).map(plain)).toEqual(['999 999', '5m']);
});

it('writes parts and changes, also of nothing', () => {
  expect(partOf(0, 0)).toBe('–');
  expect(partOf(0, 10)).toBe('0%');
  expect(partOf(1, 3)).toBe('33%');
  expect(partOf(1, 24)).toBe('4.2%');
  expect(partOf(1, 1_000_000)).toBe('< 0.1%');
  expect(changeInWords(0, 0)).toBe('±0%');
  expect(changeInWords(5, 0)).toBe('new');
  expect(changeInWords(5, 4)).toBe('+25%');
  expect(changeInWords(1_001, 1_000)).toBe('±0%');
  expect(changeInWords(0, 4)).toBe('-100%');
  expect(changeInWords(1_000, 10)).toBe('×100');
});

it('writes dates as the clock shows them in the zone of the series', () => {
  expect(plain(bucketInFull('2026-11-20', 'day'))).toBe('fri 20 nov 2026');
  expect(plain(bucketInFull('2026-11-20T08:00:00+01:00', 'hour'))).toBe('fri 20 nov 2026 08:00');
  expect(plain(bucketInFull('2026-11-16', 'week'))).toBe('week of mon 16 nov 2026');
  expect(plain(bucketInFull('2026-11-01', 'month'))).toBe('nov 2026');
  expect(plain(bucketInShort('2026-11-20T00:00:00Z', 'hour'))).toBe('20 nov');
  expect(plain(bucketInShort('2026-11-20T13:00:00Z', 'hour'))).toBe('13:00');
  expect(plain(bucketInShort('2026-11-20', 'day'))).toBe('20 nov');
  expect(plain(momentInWords('2026-11-20T08:15:59.000Z'))).toBe('20 nov 2026 08:15');
  expect(plain(momentInShort('2026-11-20T08:15:59.000Z'))).toBe('20 nov 08:15');
  expect(plain(spanInWords({ start: '2026-11-20', end: '2026-11-20' }))).toBe('20 nov 2026');
});

it('names countries, and leaves letters as they are that name none', () => {
  expect(['DE', 'de', 'US', 'QQ'].map(countryInWords)).toEqual([
    ...['Germany', 'Germany', 'United States', 'QQ'],
  ]);
});
