import { createReader, LOG_FORMAT_NAMES } from '@app/log-formats';
import * as fc from 'fast-check';
import { LONGEST_OUTLINED, outlineOf } from './outline.js';

it.each<[string, string | object, string]>([
  [
    'the names of fields, and the form of their values',
    { EdgeStartTimestamp: '20/Nov/2026', EdgeResponseStatus: 'ok', OriginIP: null, 'c-ip': 17.5 },
    '{"EdgeStartTimestamp":"99/Aaa/9999","EdgeResponseStatus":"aa","OriginIP":null,"c-ip":99.9}',
  ],
  [
    'the form of a line of text',
    '203.0.113.5 - jane [20/Nov/2026:11:59:00 +0000] "GET /a?b=c HTTP/1.1" 200',
    '999.9.999.9 - aaaa [99/Aaa/9999:99:99:99 +9999] "AAA /a?… AAAA/9.9" 999',
  ],
  [
    'no query of an address in JSON, however it is written',
    '{"a":"https:\\/\\/x.example\\/\\u003ftoken=abc def","b":"/p?q=\\"x\\""}',
    '{"a":"aaaaa://a.aaaaaaa/?… aaa","b":"/a?…"a""}',
  ],
  [
    'no name that a visitor may have chosen',
    {
      headers: { 'X-Card-4111': 'y' },
      query: { email: 'a@b' },
      http: { request: { secret: 1 } },
      url: { path: '/' },
    },
    '{"headers":{"A-Aaaa-9999":"a"},"query":{"aaaaa":"a@a"},"http":{"request":{"aaaaaa":9}},"url":{"path":"/"}}',
  ],
  [
    'no key, token or address as a name',
    {
      [`bot_${'Abc'.repeat(5)}`]: 1,
      'eyJhbGciOiJIUzI1NiJ9.e30.abcdefghijklmnopqrst': 1,
      'fe80::1': 1,
      '203.0.113.5': 1,
      d41d8cd98f00b204: 1,
    },
    '{"aaa_AaaAaaAaaAaaAaa":9,"aaAaaAaaAaAAAaA9AaA9.a99.aaaaaaaaaaaaaa…":9,"aa99::9":9,"999.9.999.9":9,"a99a9aa99a99a999":9}',
  ],
  ['of long lists and deep objects only the start', { a: [1, 2, 3, 4] }, '{"a":[9,9,9,…]}'],
  [
    'nothing that could control a terminal',
    'a\u001b[31mb\u202e\ud800\n日本',
    'a\ufffd[99aa\ufffd\ufffd\ufffdaa',
  ],
  ['the start of a long value', { a: 'x'.repeat(100) }, `{"a":"${'a'.repeat(39)}…"}`],
])('shows %s', (_, record, outline) => {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  expect(outlineOf(text)).toBe(outline);
});

it('is short, however long the record is', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`name${i}`, 'value']));
  for (const text of [JSON.stringify(many), 'é'.repeat(LONGEST_OUTLINED), '['.repeat(8_000)])
    expect([...outlineOf(text)].length).toBeLessThanOrEqual(400);
});

/** Everything that an outline may consist of besides names of fields. */
const MASKED = /^(?:[aA9 -/:-@[-`{-~…\ufffd]|true|false|null)*$/;
const anyText = fc.string({ unit: 'binary', maxLength: 200 });

it('has no letter and no digit of any text', () => {
  fc.assert(fc.property(anyText, (text) => void expect(outlineOf(text)).toMatch(MASKED)));
});

it('has no letter and no digit of any value, and nothing behind a question mark', () => {
  // These names of fields look like what is masked.
  const record = fc.dictionary(
    fc.constantFrom('a', 'Aa', 'aA', 'aa@a'),
    fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }),
  );
  fc.assert(
    fc.property(record, (value) => {
      const outline = outlineOf(JSON.stringify(value));
      // The outline may be cut within a word, or behind it.
      expect(outline.replace(/[a-z]{1,5}…$/, '')).toMatch(MASKED);
      expect(outline).not.toMatch(/\?[^…]/);
    }),
  );
});

const address = fc.oneof(fc.ipV4(), fc.ipV6());
const secret = fc.stringMatching(/^[b-z]{3,12}[0-8]{3,12}$/);

const OWN = { text: '%h %t "%r" %>s' };

it.each([...LOG_FORMAT_NAMES, OWN])('has no address and no secret of what %s rejects', (format) => {
  const value = fc.oneof(
    address,
    secret,
    fc.tuple(address, secret).map(([ip, word]) => `${ip} "GET /?${word}=${ip}" Bearer ${word}`),
  );
  const record = fc.oneof(
    fc.dictionary(fc.constantFrom('ip', 'cookie', 'authorization', 'cs-uri', 'time'), value),
    value,
    fc.array(value, { maxLength: 4 }),
  );
  fc.assert(
    fc.property(record, (sent) => {
      const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
      const reader = createReader(format, { now: Date.UTC(2026, 10, 20), host: '' });
      for (const result of reader.readLine(text)) {
        if (result.kind !== 'reject') continue;
        const stored = `${result.message} ${outlineOf(text)}`;
        for (const [found] of text.matchAll(/[b-z]{3,12}[0-8]{3,12}|[\d.]{7,}|[\da-f:]{9,}/g))
          expect(stored).not.toContain(found);
      }
    }),
  );
});
