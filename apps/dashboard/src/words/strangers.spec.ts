import { asShown } from './strangers.js';

it('shows what would turn a text around, and leaves everything else as it is', () => {
  expect(asShown('/\u202egnp.exe')).toBe('/\\u202egnp.exe');
  expect(asShown('/a\u2066b\u061c')).toBe('/a\\u2066b\\u061c');
  for (const text of ['', '/عربى/שלום', '/<b>%3C&', '/日本語']) expect(asShown(text)).toBe(text);
});
