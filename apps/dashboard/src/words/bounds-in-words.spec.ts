import { boundsInWords } from './bounds-in-words.js';

it('says which days are shown', () => {
  const [from, to] = ['2026-11-05', '2026-11-12'];
  expect(boundsInWords({ from: null, to: null })).toBe('all days');
  expect(boundsInWords({ from, to: null })).toMatch(/^all days from .*5.* on$/);
  expect(boundsInWords({ from: null, to })).toMatch(/^all days until .*12/);
  expect(boundsInWords({ from, to })).toMatch(/5.*12/);
});
