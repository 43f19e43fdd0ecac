import { accepts } from './accepts.js';

it.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['deflate, GZIP;q=0.5', true],
  ['br, gzip; q=0', false],
  ['gzip;q=0.000, br', false],
  ['gzip;q=0.001', true],
  ['x-gzip', false],
  ['*', false],
])('Accept-Encoding %j accepts gzip: %s', (header, accepted) => {
  expect(accepts(header, 'gzip')).toBe(accepted);
});
