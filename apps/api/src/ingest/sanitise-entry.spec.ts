import { sanitisePath, sanitiseUserAgent, withoutQuery } from '@app/contracts';
import { aLogEntry, aLogEntryInput } from '@app/testing';
import {
  sanitiseEntry,
  type SanitisedFields,
  sanitiseMethod,
  sanitiseReferer,
} from './sanitise-entry.js';

const NOON = Date.UTC(2026, 10, 20, 12);

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
    expect(sanitiseMethod(method)).toBe(sanitised);
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
    [undefined, null],
    ['', null],
    ['-', null],
    ['?only=query', null],
    ['https://a.example/b?c#d', 'https://a.example/b'],
  ])('%j is %j', (referer, sanitised) => {
    expect(sanitiseReferer(referer)).toBe(sanitised);
  });
});

describe('sanitiseEntry', () => {
  it('keeps the host of a signature agent, and no place for it where there is none', () => {
    const sanitised: SanitisedFields = {};
    const hostOf = (signature_agent: string | undefined) =>
      sanitiseEntry(aLogEntryInput({ signature_agent }), NOON, sanitised);
    expect(hostOf('g="https://agent.bot.goog"')).toEqual(
      aLogEntry({ signatureAgent: 'agent.bot.goog' }),
    );
    for (const absent of [undefined, '', '-']) {
      expect(Object.keys(hostOf(absent))).not.toContain('signatureAgent');
    }
    expect(sanitised).toEqual({});
    expect(hostOf('"https://\u0000"')).toEqual(aLogEntry());
    expect(sanitised).toEqual({ signature_agent: { replaced: 1 } });
  });

  it('changes and counts nothing when nothing is wrong', () => {
    const sanitised: SanitisedFields = {};
    expect(sanitiseEntry(aLogEntryInput(), NOON, sanitised)).toEqual(aLogEntry());
    expect(sanitised).toEqual({});
  });

  it('does not count values that any log may have', () => {
    const sanitised: SanitisedFields = {};
    const input = aLogEntryInput({
      path: 'https://example.com/a?b',
      method: 'get',
      host: 'EXAMPLE.com:80',
      ip: '',
      user_agent: '',
    });
    const entry = sanitiseEntry(input, NOON, sanitised);
    expect(entry).toEqual(aLogEntry({ path: '/a', ip: null, userAgent: '' }));
    expect(sanitised).toEqual({});
  });

  it('counts each field that lost something, over all entries of a batch', () => {
    const sanitised: SanitisedFields = {};
    const wrong = aLogEntryInput({
      method: 'a b',
      host: 'a b',
      path: '/\u0000',
      ip: 'x',
      user_agent: '\n',
    });
    expect(sanitiseEntry(wrong, NOON, sanitised)).toEqual(
      aLogEntry({ method: 'OTHER', host: '', path: '/', ip: null, userAgent: '' }),
    );
    sanitiseEntry(aLogEntryInput({ ip: 'y' }), NOON, sanitised);
    expect(sanitised).toEqual({
      method: { replaced: 1 },
      host: { replaced: 1 },
      path: { cleaned: 1 },
      ip: { replaced: 2 },
      user_agent: { cleaned: 1 },
    });
  });

  it.each([
    [{ path: 'a' }, { path: { completed: 1 } }],
    [{ path: '' }, { path: { completed: 1 } }],
    [{ path: `/${'a'.repeat(2048)}` }, { path: { cut: 1 } }],
    [{ path: `/${'a'.repeat(2048)}\u0000` }, { path: { cleaned: 1 } }],
    [{ path: '/\ud800' }, { path: { cleaned: 1 } }],
    [{ user_agent: 'x'.repeat(1025) }, { user_agent: { cut: 1 } }],
    [{ user_agent: `${'x'.repeat(1025)}\n` }, { user_agent: { cleaned: 1 } }],
  ])('tells why: %#', (fields, expected) => {
    const sanitised: SanitisedFields = {};
    sanitiseEntry(aLogEntryInput(fields), NOON, sanitised);
    expect(sanitised).toEqual(expected);
  });
});
