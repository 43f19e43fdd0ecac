import { cleaned } from './cleaned.js';

it('takes hidden characters away, and cuts what is long', () => {
  const half = String.fromCharCode(0xd800);
  const tag = String.fromCodePoint(0xe0041);
  expect(cleaned(`/a\u0000\n\u202eb\u200b\ufeff${half}${tag}c`)).toBe('/abc');
  expect(cleaned('ä'.repeat(200))).toBe('ä'.repeat(200));
  expect(cleaned('\u{1f600}'.repeat(201))).toBe(`${'\u{1f600}'.repeat(199)}…`);
});

it('does so everywhere, and leaves all else', () => {
  expect(cleaned({ a: [1, null, true, 'x\u0007'], 'b\u0000': { c: '\u001b[2J' } })).toEqual({
    ...{ a: [1, null, true, 'x'], b: { c: '[2J' } },
  });
});
