import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentLogEntry } from '@app/contracts';
import fc from 'fast-check';
import { createReader, LOG_FORMAT_NAMES } from '../formats.js';
import { LineSplitter } from '../line-splitter.js';
import { createMixedReader } from '../recognising-reader.js';
import { PlainEntry, type Span } from './plain-entry.js';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures');
const OPTIONS = { now: Date.UTC(2026, 10, 20, 12), host: 'own.example' };
const FORMATS = ['combined', 'common'] as const;
const data = process.env.BOTGAUGE_TEST_DATA;

/** Returns a plain entry as readers of texts make it. */
function entryOf(plain: PlainEntry, bytes: Uint8Array): SentLogEntry {
  const log = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const textOf = ({ from, to }: Span) => log.toString('utf8', from, to);
  const { referer, protocol } = plain;
  return {
    timestamp: plain.time,
    method: textOf(plain.method),
    host: plain.host,
    path: textOf(plain.path),
    status_code: plain.statusCode,
    ip: textOf(plain.ip),
    user_agent: textOf(plain.userAgent),
    ...(referer.from >= 0 && { referer: textOf(referer) }),
    ...(protocol.from >= 0 && { protocol: textOf(protocol) }),
  };
}

/**
 * Reads a log in both ways, which must find the same of each line that is plain. Returns how many
 * are.
 */
function plainLines(log: Uint8Array, format: (typeof FORMATS)[number]): number {
  const [byBytes, byText] = [createReader(format, OPTIONS), createReader(format, OPTIONS)];
  const splitter = new LineSplitter();
  const plain = new PlainEntry();
  let count = 0;
  for (const line of [...splitter.push(log), ...splitter.end()]) {
    const { place, text = '' } = line;
    if (!place || !byBytes.readPlain?.(place, plain)) continue;
    count++;
    const entry = entryOf(plain, place.bytes);
    expect({ line: text, results: [{ kind: 'entry', entry }] }).toEqual({
      line: text,
      results: byText.readLine(text),
    });
    // The bytes of the line are its text.
    expect(Buffer.from(place.bytes.subarray(place.from, place.to)).toString('latin1')).toBe(text);
  }
  return count;
}

const plainIn = (text: string, format: (typeof FORMATS)[number] = 'combined') =>
  plainLines(Buffer.from(text, 'utf8'), format);

const TIME = '[20/Nov/2026:11:59:00 +0000]';
const REST = `- - ${TIME} "GET /a?b=%20 HTTP/1.1" 200 5`;

describe('a plain line', () => {
  it.each([
    ['as Apache writes it', `192.0.2.7 ${REST} "https://a.example/" "Mozilla/5.0 (X11)"`],
    ['with forwarded addresses that are none', `192.0.2.7 ${REST} "-" "a" "-"`],
    ['of IPv6', `2001:db8::1 ${REST} "-" "a"`],
    ['with a dash for the bytes', `192.0.2.7 ${REST.replace(' 5', ' -')} "" "-"`],
    ['of HTTP/2', `192.0.2.7 ${REST.replace('1.1', '2')} "-" "a"`],
    ['with a carriage return', `192.0.2.7 ${REST} "-" "a"\r`],
    ['behind NUL bytes', `${'\0'.repeat(2)}192.0.2.7 ${REST} "-" "a"`],
    ['with another zone', `192.0.2.7 ${REST.replace('+0000', '-0330')} "-" "a"`],
  ])('%s', (_, line) => {
    expect(plainIn(`${line}\n${line}\n`)).toBe(2);
    expect(plainIn(line, 'common')).toBe(1);
  });

  it('of the common format has neither referer nor user agent', () => {
    expect(plainIn(`192.0.2.7 ${REST}\n`, 'common')).toBe(1);
    expect(plainIn(`192.0.2.7 ${REST}\n`)).toBe(0);
  });
});

describe('is read as a text', () => {
  it.each([
    ['a name in the place of the address', `crawl.example ${REST} "-" "a"`],
    ['a name of hexadecimal digits', `cafe.de ${REST} "-" "a"`],
    ['a user', `192.0.2.7 - me ${TIME} "GET / HTTP/1.1" 200 5 "-" "a"`],
    ['an escape', `192.0.2.7 ${REST} "-" "a\\x22b"`],
    ['a quote in the user agent', `192.0.2.7 ${REST} "-" "a "b" c"`],
    ['a user agent that is percent-encoded', `192.0.2.7 ${REST} "-" "a%20b"`],
    ['other characters than ASCII', `192.0.2.7 ${REST} "-" "é"`],
    ['control characters', `192.0.2.7 ${REST} "-" "a\tb"`],
    ['no request', `192.0.2.7 - - ${TIME} "-" 400 0 "-" "-"`],
    ['a request for a whole URL', `192.0.2.7 ${REST.replace('/a', 'http://b.example/a')} "-" "a"`],
    ['a path with a space', `192.0.2.7 ${REST.replace('/a', '/a b')} "-" "a"`],
    ['no protocol', `192.0.2.7 ${REST.replace(' HTTP/1.1', '')} "-" "a"`],
    ['a status of two digits', `192.0.2.7 ${REST.replace('200', '20')} "-" "a"`],
    ['a day that does not exist', `192.0.2.7 ${REST.replace('20/Nov', '31/Nov')} "-" "a"`],
    ['a time that has not come', `192.0.2.7 ${REST.replace('2026', '2027')} "-" "a"`],
    ['forwarded addresses', `10.0.0.1 ${REST} "-" "a" "192.0.2.7"`],
    ['a user agent that is cut off', `192.0.2.7 ${REST} "-" "a`],
    ['a line that is cut off anywhere', `192.0.2.7 - - [20/Nov/2026:11:59`],
    ['a time of NUL bytes', `192.0.2.7 - - [${'\0'.repeat(26)}] "GET / HTTP/1.1" 200 5 "-" "a"`],
  ])('%s', (_, line) => {
    expect(plainIn(`${line}\n`)).toBe(0);
  });
});

it('finds what the text has in the fixtures of all formats', () => {
  const counts = FORMATS.map((format) =>
    readdirSync(FIXTURES)
      .filter((name) => name.endsWith('.txt'))
      .map((name) => plainLines(readFileSync(join(FIXTURES, name)), format))
      .reduce((sum, count) => sum + count),
  );
  for (const count of counts) expect(count).toBeGreaterThan(5);
});

const PIECES = [
  ...['192.0.2.7', '2001:db8::1', '::1', 'a.b', '12', 'unix:', '-', ' ', '  ', '"', '\\', '%', ''],
  ...[TIME, '[', ']', '20/Nov/2026', ':11:59:00', ' +0000', '[20/Nov/2026:11:59:00]', 'T', '#'],
  ...[
    'GET',
    'get',
    'POST /',
    '/',
    '/a b',
    'HTTP/1.1',
    'HTTP/1.',
    'HTTP/',
    ' 200 ',
    '404',
    '99',
    '-',
  ],
  ...['"-"', '"" ""', '" "', 'é', '\0', '\r', '\t', '\u007f', '\u2028', '<1>', 'web-1 | ', '|'],
];
const WHOLE = [
  ...['192.0.2.7', ' - - ', TIME, ' "', 'GET', ' ', '/a', ' ', 'HTTP/1.1', '" ', '200', ' ', '5'],
  ...[' "', '-', '" "', 'a', '"', ' "-"'],
];

it('finds what the text has in lines with something else anywhere', () => {
  const changes = fc.array(
    fc.record({
      at: fc.nat(WHOLE.length - 1),
      piece: fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })),
      isBeside: fc.boolean(),
    }),
    { maxLength: 2 },
  );
  let plain = 0;
  fc.assert(
    fc.property(changes, fc.nat(WHOLE.length), fc.constantFrom(...FORMATS), (all, end, format) => {
      const parts = WHOLE.slice(0, end > 12 ? end : WHOLE.length);
      for (const { at, piece, isBeside } of all)
        parts[at] = isBeside ? `${parts[at]}${piece}` : piece;
      const line = parts.join('');
      plain += plainLines(Buffer.from(`${line}\n${WHOLE.join('')}\n${line}`), format) - 1;
    }),
    { numRuns: 4_000 },
  );
  expect(plain).toBeGreaterThan(400);
});

it('finds what the text has whichever byte of a line is another one', () => {
  const line = Buffer.from(`${WHOLE.join('')}\n`);
  for (let at = 0; at < line.length - 1; at++) {
    for (let byte = 0; byte < 256; byte++) {
      const changed = Buffer.from(line);
      changed[at] = byte;
      for (const format of FORMATS) plainLines(changed, format);
    }
  }
});

it('of a log that has begun, a line with what was found before is one like others', () => {
  const reader = createMixedReader('combined', OPTIONS);
  const bytes = Buffer.from(`192.0.2.7 ${REST} "-" "a"`);
  const place = { bytes, from: 0, to: bytes.length };
  expect(reader.readPlain?.(place, new PlainEntry())).toBe(true);
  reader.readLine('#Botgauge-formats [["caddy"],7,9]');
  expect(reader.preamble()).toEqual([]);
});

it('is what formats of lines with a text can do', () => {
  const able = LOG_FORMAT_NAMES.filter((name) => createReader(name, OPTIONS).readPlain);
  expect(able).toEqual([...FORMATS]);
});

const path = join(data ?? '', 'logs', 'apache-combined-2015.log');
(data !== undefined && existsSync(path) ? it : it.skip)('reads nearly all of a real log', () => {
  const log = readFileSync(path);
  const lines = new LineSplitter().push(log).length;
  expect(plainLines(log, 'combined')).toBeGreaterThan(0.9 * lines);
});
