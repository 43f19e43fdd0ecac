import { parseUrl } from './parse-url.js';

it.each([
  ['https://example.com/a?b#c', undefined, 'https://example.com/a?b#c'],
  ['/ä', 'https://bücher.example/b', 'https://xn--bcher-kva.example/%C3%A4'],
  ['//other.example', new URL('https://example.com/'), 'https://other.example/'],
])('reads %s', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});

it.each(['', 'example.com', '/path', 'https://', 'https://a b/'])('does not read %p', (text) => {
  expect(parseUrl(text)).toBeNull();
});

it('still reads letters like ü after it was called often enough to be compiled', () => {
  let wrong = 0;
  for (let call = 0; call < 100_000; call++) {
    if (parseUrl('https://bücher.example/')?.hostname !== 'xn--bcher-kva.example') wrong++;
  }
  expect(wrong).toBe(0);
});
