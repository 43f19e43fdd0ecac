import { cleanStart, cleanText, cutText, cutToBytes, isClean, sanitisePath } from './sanitise.js';

describe('cleanText', () => {
  it.each([
    ['plain', 'plain'],
    ['ä漢😀', 'ä漢😀'],
    ['a\u0000b', 'ab'],
    ['\r\n\t\u001b[0m', '[0m'],
    ['a\u007f\u0080\u009fb', 'ab'],
    ['\u00a0\u2028', '\u00a0\u2028'],
    ['\ud800', '\ufffd'],
    ['a\udc00b', 'a\ufffdb'],
    ['\ud83d\ud83d\ude00', '\ufffd😀'],
    ['', ''],
  ])('%j is %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });
});

describe('isClean', () => {
  it.each(['', 'plain', 'ä漢😀', '\u00a0'])('%j is', (text) => expect(isClean(text)).toBe(true));
  it.each(['a\u0000', '\u009f', '\ud800', 'a\udc00b'])('%j is not', (text) =>
    expect(isClean(text)).toBe(false),
  );
});

describe('cleanStart', () => {
  const LONG = 100_000;

  it.each([
    ['short', 'a\u0000b😀', 'ab😀'],
    ['long', 'ab'.repeat(LONG), 'ab'.repeat(50)],
    ['of controls and then letters', '\u007f'.repeat(LONG) + 'abc', 'abc'],
    ['of both in turns', 'a\u007f'.repeat(LONG), 'a'.repeat(100)],
    ['of controls', '\u0085'.repeat(LONG), ''],
    // Every second piece ends inside a character.
    ['of pairs behind a letter', `a${'😀'.repeat(LONG)}`, `a${'😀'.repeat(24)}`],
    ['of pairs that come late', `a${'\u0001'.repeat(LONG)}${'😀'.repeat(9)}`, `a${'😀'.repeat(9)}`],
  ])('of a text that is %s', (_, text, start) => {
    expect(cleanStart(text, 100)).toBe(start);
    expect(start).toBe(cutToBytes(cleanText(text), 100));
  });
});

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 3, 'ab'],
    ['ab😀', 4, 'ab😀'],
    ['', 3, ''],
  ])('%j to %i units is %j', (text, length, cut) => {
    expect(cutText(text, length)).toBe(cut);
  });
});

describe('cutToBytes', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['aä', 2, 'a'],
    ['aä', 3, 'aä'],
    ['a漢b', 3, 'a'],
    ['a😀', 4, 'a'],
    ['a😀', 5, 'a😀'],
  ])('%j to %i bytes is %j', (text, bytes, cut) => {
    expect(cutToBytes(text, bytes)).toBe(cut);
  });
});

describe('sanitisePath', () => {
  it('keeps every character but those that are removed, and ends before a query', () => {
    for (let code = 0; code < 0x180; code++) {
      const character = String.fromCharCode(code);
      const kept = /[\u0000-\u001f\u007f-\u009f]/.test(character) ? '' : character;
      const expected = character === '?' || character === '#' ? '/a' : `/a${kept}b`;
      expect([code, sanitisePath(`/a${character}b`)]).toEqual([code, expected]);
    }
  });

  it.each([
    ['', '/'],
    ['a', '/a'],
    ['https://a.example/b', '/b'],
    ['//a.example/b', '//a.example/b'],
    ['/\ud800', '/\ufffd'],
    [`/${'a'.repeat(2047)}`, `/${'a'.repeat(2047)}`],
    [`/${'a'.repeat(2048)}`, `/${'a'.repeat(2047)}`],
  ])('%j is %j', (path, expected) => {
    expect(sanitisePath(path)).toBe(expected);
  });
});

describe('a path of megabytes with control characters', () => {
  const LONG = 1_000_000;

  it.each([
    ['only such', '\u007f\u0085', '/'],
    ['such between letters', 'a\u007f', `/${'a'.repeat(2047)}`],
    ['such before its end', '\u007f', '/end'],
  ])('keeps what is left, up to its maximum: %s', (_, repeated, expected) => {
    const end = expected === '/end' ? 'end' : '';
    expect(sanitisePath(`/${repeated.repeat(LONG)}${end}`)).toBe(expected);
  });
});
