import { sanitisePath, sanitiseUserAgent, withoutQuery } from '../sanitise.js';
import {
  sanitiseAsn,
  sanitiseCountry,
  sanitiseFetchMode,
  sanitiseMethod,
  sanitiseProtocol,
  sanitisePurpose,
  type Sanitiser,
  sanitiseReferer,
} from './sanitisers.js';

describe('sanitiseMethod', () => {
  it.each([
    ['get', 'GET'],
    ['M-SEARCH', 'M-SEARCH'],
    ['x'.repeat(32), 'X'.repeat(32)],
    ['x'.repeat(33), 'OTHER'],
    ['', 'OTHER'],
    ['GET\n', 'OTHER'],
    ['ı', 'OTHER'],
  ])('%j is %j', (method, sanitised) => {
    expect(sanitiseMethod(method).value).toBe(sanitised);
  });
});

describe('sanitisePath', () => {
  it.each([
    ['/a/b', '/a/b'],
    ['', '/'],
    ['a', '/a'],
    ['/a?b#c', '/a'],
    ['/a#b?c', '/a'],
    ['https://example.com/a?b', '/a'],
    ['https://example.com', '/'],
    ['https://example.com?a=/b', '/'],
    ['https://example.com#/b', '/'],
    ['/redirect/https://example.com/', '/redirect/https://example.com/'],
    ['mailto:a@b', '/mailto:a@b'],
    ['/%3f%23', '/%3f%23'],
    ['/a\u0000?b', '/a'],
    ['\n/a', '/a'],
  ])('%j is %j', (path, sanitised) => {
    expect(sanitisePath(path)).toBe(sanitised);
  });

  it('has at most 2048 bytes and always starts with /', () => {
    for (const piece of ['a', 'ä', '漢', '😀', '\u0000', '?', '\ud800']) {
      for (const length of [0, 511, 512, 682, 683, 1023, 1024, 2047, 2048, 5000]) {
        const path = sanitisePath(piece.repeat(length));
        expect(Buffer.byteLength(path)).toBeLessThanOrEqual(2048);
        expect(path.startsWith('/')).toBe(true);
        expect(path.isWellFormed()).toBe(true);
      }
    }
  });

  it.each([
    ['', ''],
    ['?', ''],
    ['a?b?c', 'a'],
    ['a#b', 'a'],
  ])('withoutQuery(%j) is %j', (url, rest) => {
    expect(withoutQuery(url)).toBe(rest);
  });
});

describe('sanitiseUserAgent', () => {
  it('keeps at most 1024 characters, cut before it is cleaned', () => {
    expect(sanitiseUserAgent('\u0000'.repeat(1024) + 'x')).toBe('');
    expect(sanitiseUserAgent('x'.repeat(1_000_000))).toBe('x'.repeat(1024));
    expect(sanitiseUserAgent('x'.repeat(1023) + '😀')).toBe('x'.repeat(1023));
  });
});

describe('sanitiseReferer', () => {
  it.each([
    ['', null],
    ['-', null],
    ['?only=query', null],
    ['https://a.example/b?c#d', 'https://a.example/b'],
  ])('%j is %j', (referer, sanitised) => {
    expect(sanitiseReferer(referer)).toEqual({ value: sanitised, reason: undefined });
  });
});

type Row = readonly [string, string | null, 'replaced'?];
type Rows = readonly Row[];

/** Values that have one form, and texts that stand for none. */
const CASES: readonly (readonly [string, Sanitiser, Rows])[] = [
  [
    'sanitiseCountry',
    sanitiseCountry,
    [
      ['DE', 'DE'],
      ['us', 'US'],
      ...['', '-', 'XX', 'zz', 'T1'].map((text) => [text, null] as const),
      ...['DEU', 'germany', 'D', 'D1', 'ＤＥ', ' DE', 'ıt', '\u0000\u0000'].map(
        (text) => [text, null, 'replaced'] as const,
      ),
    ],
  ],
  [
    'sanitiseAsn',
    sanitiseAsn,
    [
      ['64500', '64500'],
      ['AS64500', '64500'],
      ['as007', '7'],
      ['4294967295', '4294967295'],
      ...['', '-', '0'].map((text) => [text, null] as const),
      ...['4294967296', 'AS', '-1', '1.5', 'AS0', 'x', '1'.repeat(99)].map(
        (text) => [text, null, 'replaced'] as const,
      ),
    ],
  ],
  [
    'sanitiseProtocol',
    sanitiseProtocol,
    [
      ...['HTTP/1.1', 'http/1.1', '1.1'].map((text) => [text, 'HTTP/1.1'] as const),
      ...['HTTP/2', 'HTTP/2.0', 'h2', 'h2c', '2', '2.0'].map((text) => [text, 'HTTP/2'] as const),
      ...['HTTP/3', 'HTTP/3.0', 'h3'].map((text) => [text, 'HTTP/3'] as const),
      ['HTTP/1.0', 'HTTP/1.0'],
      ['HTTP/0.9', 'HTTP/0.9'],
      ...['', '-'].map((text) => [text, null] as const),
      ...['HTTP', 'HTTP/1', 'HTTP/4', 'HTTP/1.2', 'HTTP/2.1', 'https', 'TLSv1.3', '1'].map(
        (text) => [text, null, 'replaced'] as const,
      ),
    ],
  ],
  [
    'sanitiseFetchMode',
    sanitiseFetchMode,
    [
      ...['navigate', 'cors', 'no-cors', 'same-origin', 'websocket'].map(
        (mode) => [mode, mode] as const,
      ),
      ['Navigate', 'navigate'],
      ['', ''],
      ['-', ''],
      ['x', null, 'replaced'],
      ['navigate, cors', null, 'replaced'],
    ],
  ],
  [
    'sanitisePurpose',
    sanitisePurpose,
    [
      ['prefetch', 'prefetch'],
      ['Prefetch', 'prefetch'],
      ['prefetch;anonymous-client-ip', 'prefetch'],
      ['prefetch; prerender', 'prefetch;prerender'],
      ['prefetch;prerender', 'prefetch;prerender'],
      ...['', '-'].map((text) => [text, null] as const),
      ['prerender', null, 'replaced'],
      [';'.repeat(100_000), null, 'replaced'],
    ],
  ],
];

describe.each(CASES)('%s', (_, sanitise, rows) => {
  const whole = rows.map(([text, value, reason]) => [text, value, reason] as const);

  it.each(whole)('makes of %j %j', (text, value, reason) => {
    expect(sanitise(text)).toEqual({ value, reason });
  });

  it('leaves alone what it has made', () => {
    for (const [, value] of rows)
      if (value !== null) expect(sanitise(value)).toEqual({ value, reason: undefined });
  });
});
