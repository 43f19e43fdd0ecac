import { cleanText, cutText, cutToBytes } from './sanitise.js';

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
