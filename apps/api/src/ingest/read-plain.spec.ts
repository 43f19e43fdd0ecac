import { createStaticFileTest, SENT_FIELDS } from '@app/contracts';
import { decodeColumns, encodeColumns, entriesOf } from '@app/queue';
import { aLogEntryInput, checkRows } from '@app/testing';
import fc from 'fast-check';
import { readEach } from './read-custom.js';
import type { EntryRules, ReadEntries } from './read-entries.js';
import { readPlain } from './read-plain.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const rules: EntryRules = { now: NOW, retentionDays: 0, isStaticFile: createStaticFileTest() };
const entry = aLogEntryInput();
const textOf = (fields: object) => JSON.stringify({ ...entry, ...fields });
/** An entry with a value that is written as given. */
const withValue = (field: string, json: string) =>
  `{${Object.entries({ ...entry, [field]: undefined })
    .filter(([name]) => name !== field)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('')}${JSON.stringify(field)}:${json}}`;
const FIELDS = [...SENT_FIELDS, 'other'];
/** Values as they may stand in a body, valid or not. */
const VALUES = [
  ...[
    '""',
    '"-"',
    '"x"',
    '"GET"',
    '"/a.css"',
    '"/a?b=c"',
    '"https://a.example/b?c#d"',
    '"192.0.2.1"',
  ],
  ...['"de"', '"XX"', '"AS64500"', '64500', '4294967296', '"h2"', '"HTTP/1.1"', '"cors"'],
  ...['"Navigate"', '"prefetch"', '"prefetch;prerender"'],
  ...['"66.249.66.1, 10.0.0.1"', '"66.249.66.1,198.51.100.7"', '"2001:db8::1, 2001:db8::2"'],
  ...['"2001:DB8::1"', '"[2001:db8::1]:80"', '"EXAMPLE.com:80"', '"text/css"', '"image/png; a"'],
  ...[
    '"\\u0000"',
    '"\\n"',
    '"\\ud83d\\ude00"',
    '"\\ud83d"',
    '"\\/a\\/b"',
    '"a\\"b"',
    '"\\\\"',
    '"\\x"',
  ],
  ...[
    '"\\u12"',
    '"\n"',
    '"\u0000"',
    '"é"',
    '"漢字😀"',
    '"\u2028"',
    '"\u007f"',
    '"\u0085"',
    '"\ud800"',
  ],
  ...['"2026-11-20T11:00:00Z"', '"2026-11-20 11:00:00,5+01"', '"2026-13-01"', '"2999-01-01"'],
  ...['"https://chatgpt.com"', '"\\"https://chatgpt.com\\""', '"', '"a', "'a'", 'a', ''],
  ...[
    '0',
    '1',
    '200',
    '999',
    '1000',
    '-0',
    '-1',
    '01',
    '+1',
    '1.',
    '.5',
    '1.5',
    '200.0',
    '2e2',
    '1E400',
  ],
  ...[`${NOW}`, `${NOW}.5`, '1763640000', '99999999999999999999', '0x10', 'NaN', 'Infinity'],
  ...[
    'null',
    'nul',
    'NULL',
    'true',
    'false',
    'True',
    '{}',
    '{ }',
    '[]',
    '[1]',
    '{"a":"}"}',
    '{"a":{}}',
  ],
  ...[`"${'x'.repeat(1025)}"`, `"/${'x'.repeat(2100)}"`, `"/${'é'.repeat(1100)}"`],
];
const GAPS = ['', ' ', '\n', '\t\r\n ', '\u00a0', '\u000b', ','];

/** As a worker gets it. The columns of the readers may have other texts that belong to no entry. */
function inRows(reading: ReturnType<ReadEntries>) {
  if ('refusal' in reading) return reading;
  const { entries } = reading;
  return { ...reading, entries: entriesOf(decodeColumns(encodeColumns(entries), entries.count)) };
}

/** Both readers must find the same, unless the fast one leaves the body to the other. */
function expectAgreement(body: Buffer): boolean {
  const plain = readPlain(body, rules);
  if (plain) expect(inRows(plain)).toEqual(inRows(readEach(body, rules)));
  return plain !== undefined;
}

const agree = (text: string) => expectAgreement(Buffer.from(text));
const leaves = (text: string) => expect(readPlain(Buffer.from(text), rules)).toBeUndefined();

describe('reads without the other reader', () => {
  it.each([
    ['one entry', textOf({})],
    ['an array', `[${textOf({})},${textOf({ ip: 'x' })}]`],
    ['white space', JSON.stringify([entry, entry], null, '\t')],
    ['spaces as in Python', `[${textOf({})}]`.replaceAll('":', '": ').replaceAll(',"', ', "')],
    ['fields in another order', `[${withValue('method', '"GET"')},${textOf({})}]`],
    ['escapes', withValue('path', '"\\/a\\u0062\\ud83d\\ude00"')],
    ['an escaped name', textOf({}).replace('"ip"', '"\\u0069p"')],
    ['characters of more than a byte', textOf({ user_agent: 'é漢😀' })],
    ['a number as time', textOf({ timestamp: NOW - 1 })],
    ['null for what a visitor did not send', textOf({ host: null, ip: null, user_agent: null })],
    [
      'fields that are not used',
      textOf({ bytes_sent: 12, duration_ms: 0.5, query_params: {}, x: 'y' }),
    ],
    ['null for optional fields', textOf({ referer: null, bytes_sent: null, content_type: null })],
    [
      'all fields',
      textOf({ country: 'de', asn: 64_500, protocol: 'h2', sec_fetch_mode: '', sec_purpose: 'x' }),
    ],
    ['a number as text, after it as number', `[${textOf({ asn: '7' })},${textOf({ asn: 7 })}]`],
    ['1000 entries', JSON.stringify(Array.from({ length: 1000 }, () => entry))],
  ])('%s', (_, text) => {
    expect(agree(text)).toBe(true);
  });
});

it('leaves what it does not read to the other reader', () => {
  const list = JSON.stringify(Array.from({ length: 1001 }, () => entry));
  for (const text of ['', ' ', '[]', '{}', 'null', '"x"', '[null]', '[[]]', '\ufeff[]'])
    leaves(text);
  for (const text of [list, `[${textOf({})},]`, `[${textOf({})}`, `${textOf({})}]`]) leaves(text);
  for (const text of [`[${textOf({})}]x`, `${textOf({})}${textOf({})}`]) leaves(text);
  leaves(textOf({}).replace('{', `{${'"a":1,'.repeat(20_000)}`));
  leaves(textOf({}).replace('{', '{"ip":"192.0.2.99",'));
  leaves(textOf({ query_params: { a: 1 } }));
});

it('agrees with the other reader on every value of every field', () =>
  checkRows(
    FIELDS.flatMap((field) => VALUES.map((value) => withValue(field, value))),
    agree,
  ));

it('agrees on gaps of every kind between all parts', () =>
  checkRows(
    GAPS.flatMap((gap) =>
      [...textOf({}).matchAll(/(?<=[{:,"\d])(?=["{}:,\d])/g)].map(({ index }) => {
        const text = textOf({});
        return `[${text.slice(0, index)}${gap}${text.slice(index)}]`;
      }),
    ),
    agree,
  ));

it('agrees on a body that breaks off anywhere', () => {
  const body = Buffer.from(`[${textOf({ user_agent: 'é"\\' })}]`);
  for (let end = 0; end < body.length; end++) expectAgreement(body.subarray(0, end));
});

it('agrees on generated bodies', () => {
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)) },
    { weight: 1, arbitrary: fc.jsonValue().map((json) => JSON.stringify(json)) },
  );
  const odd = fc.tuple(fc.constantFrom(...FIELDS), value);
  const entries = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(textOf({})) },
      odd.map(([field, json]) => withValue(field, json)),
      // A field that stands there twice, before or behind the other one.
      odd.map(([field, json]) => `{"${field}":${json},${textOf({}).slice(1)}`),
      odd.map(([field, json]) => `${textOf({}).slice(0, -1)},"${field}":${json}}`),
    ),
    { minLength: 1, maxLength: 8 },
  );
  let read = 0;
  fc.assert(
    fc.property(entries, fc.constantFrom(',', ', ', ' ,\n'), (list, comma) => {
      if (agree(`[${list.join(comma)}]`)) read += 1;
    }),
    { numRuns: 1_500 },
  );
  expect(read).toBeGreaterThan(100);
});

it('agrees on bytes that were changed anywhere', () => {
  const text = Buffer.from(`[${textOf({ path: '/ä?a=b' })},${textOf({ referer: 'https://a/' })}]`);
  const change = fc.tuple(fc.nat(text.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const body = Buffer.from(text);
      for (const [at, byte] of changes) body[at] = byte;
      expectAgreement(body);
    }),
    { numRuns: 3_000 },
  );
});

it('gives no entry what another one has', () => {
  const odd = {
    referer: 'https://a/',
    content_type: 'image/png',
    signature_agent: '"https://a.b"',
  };
  const bodies = [odd, {}, { path: '/a.css' }, { path: '/a.css', status_code: 404 }, odd, {}];
  expect(agree(JSON.stringify(bodies.map((fields) => ({ ...entry, ...fields }))))).toBe(true);
  leaves(`[${textOf(odd)},{}]`);
});

it('agrees on addresses in every form', () => {
  const forms = [
    ...[
      '0.0.0.0',
      '00.0.0.0',
      '01.2.3.4',
      '1.2.3.04',
      '1.2.3.256',
      '1.2.3.1000',
      '1.2.3',
      '1.2.3.',
    ],
    ...[
      '.1.2.3',
      '1..2.3',
      '1.2.3.4.',
      '1.2.3.4.5',
      '1.2.3.4 ',
      ' 1.2.3.4',
      '1.2.3.4:80',
      '1.2.3.a',
    ],
    ...[
      '1.2.3.4, 5.6.7.8',
      '255.255.255.255',
      '::',
      '::1',
      '1::',
      '1:2:3:4:5:6:7:8',
      '1:2:3:4:5:6:7',
    ],
    ...['1:2:3:4:5:6:7::', '::2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8::', '1::2::3', ':1', '1:', ':::'],
    ...['2001:DB8::A', '2001:0db8::0001', '12345::', 'g::', 'fe80::1%eth0', '[::1]', '[::1]:80'],
    ...['::ffff:1.2.3.4', '::ffff:102:304', '::ffff:0:0', '0:0:0:0:0:ffff:102:304', '::1.2.3.4'],
    ...[
      '::fffe:102:304',
      '1::ffff:102:304',
      '0:0:1:0:0:ffff:c000:201',
      '::1:0:ffff:102:304',
      '0:0:0:1:0:ffff:102:304',
      '64:ff9b::102:304',
      '1:0:0:2:0:0:0:3',
      '1:0:0:2:3:0:0:4',
    ],
  ];
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.constantFrom(...forms));
  const changed = fc
    .tuple(address, fc.nat(40), fc.constantFrom(...':.0123456789abcdefF%[] ,'))
    .map(([text, at, one]) => text.slice(0, at) + one + text.slice(at + 1));
  const inBody = (ips: string[]) => agree(`[${ips.map((ip) => textOf({ ip })).join(',')}]`);
  for (const form of forms) expect(inBody([form, '192.0.2.7', form])).toBe(true);
  const lists = fc.array(fc.oneof(address, changed), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lists, (ips) => {
      expect(inBody(ips)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it('counts what was lost in each entry, and keeps each value once', () => {
  const lossy = { host: 'a b', path: '/\u0001', user_agent: 'x\u0001', ip: 'x', method: '()' };
  const bodies = [
    lossy,
    {},
    lossy,
    { signature_agent: '?' },
    lossy,
    { path: '/a?b' },
    { path: '/a?c' },
  ];
  const body = JSON.stringify(bodies.map((fields) => ({ ...entry, ...fields })));
  expect(agree(body)).toBe(true);
  const reading = readPlain(Buffer.from(body), rules);
  expect(reading?.sanitised).toEqual({
    method: { replaced: 3 },
    host: { replaced: 3 },
    path: { cleaned: 3 },
    ip: { replaced: 3 },
    user_agent: { cleaned: 3 },
    signature_agent: { replaced: 1 },
  });
  const paths = reading?.entries.path.texts ?? [];
  expect([...paths].sort()).toEqual(['/', '/a']);
});

it('asks again whether a path is a static file when status or type are others', () => {
  const page = { path: '/a.css', content_type: 'text/html' };
  const seen = [page, { ...page, status_code: 404 }, page, { ...page, content_type: 'image/png' }];
  expect(agree(JSON.stringify(seen.map((fields) => ({ ...entry, ...fields }))))).toBe(true);
});

it('remembers nothing of the body before', () => {
  const bodies = ['ab', 'bb', 'ba'].map((hosts) =>
    JSON.stringify([...hosts].map((host) => ({ ...entry, host: `${host}.example` }))),
  );
  for (const body of bodies) expect(agree(body)).toBe(true);
  const odd = { host: null, user_agent: null, ip: 'x', path: '/a.css', content_type: 'text/html' };
  const rest = { referer: 'https://a/', signature_agent: '"https://a.b"', method: '()' };
  for (const fields of [{ ...odd, ...rest }, { path: '/b' }, odd, { path: '/a.css' }, rest, {}])
    expect(agree(textOf(fields))).toBe(true);
  const early = { ...rules, now: Date.parse(entry.timestamp as string) - 2 * 86_400_000 };
  // The same bytes at the same places, of which only the rules are others.
  expect(agree(bodies[0] ?? '')).toBe(true);
  expect(readPlain(Buffer.from(bodies[0] ?? ''), early)).toBeUndefined();
});

it('tells texts with the same hash apart, however many there are', () => {
  // Both have the same hash, and so have all texts that are put together from them.
  const [one, other] = ['Aaaaaaaa', 'BaaaBaaa'];
  const paths = Array.from({ length: 256 }, (_, number) =>
    Array.from({ length: 8 }, (_, bit) => ((number >> bit) & 1 ? one : other)).join(''),
  );
  // So have these ends, which have no four bytes.
  paths.push('Aa', 'BB');
  const twice = [...paths, ...paths].map((path) => ({ ...entry, path: `/abc${path}` }));
  expect(agree(JSON.stringify(twice))).toBe(true);
});

it('makes texts of a long body', () => {
  const long = Array.from({ length: 40 }, (_, at) => ({
    ...entry,
    path: `/${at}${'x'.repeat(5_000)}`,
  }));
  expect(agree(JSON.stringify(long))).toBe(true);
  expect(agree(textOf({ user_agent: 'x'.repeat(100_000) }))).toBe(true);
});
