import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createParser, LOG_FORMAT_NAMES, type LogFormatName, recogniseFormat } from './formats.js';
import { LineSplitter } from './line-splitter.js';
import type { ParsedLine } from './parsed-line.js';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures');
const NOW = Date.UTC(2026, 10, 20, 12);
const OPTIONS = { now: NOW, host: '' };
const PAIRS: [string, LogFormatName][] = [
  ['combined', 'combined'],
  ['combined-vhost', 'combined'],
  ['common', 'common'],
  ['json', 'json'],
  ['caddy', 'caddy'],
  ['traefik', 'traefik'],
  ['w3c', 'w3c'],
  ['cloudfront', 'cloudfront'],
];

function linesOf(bytes: Buffer) {
  const splitter = new LineSplitter();
  return [...splitter.push(bytes), ...splitter.end()];
}
const textsOf = (name: string) =>
  linesOf(readFileSync(join(FIXTURES, `${name}.txt`))).map(({ text }) => text ?? '');

/**
 * Returns the result in the form that fixtures use: the entry with its time in ISO 8601, what is
 * wrong with the line, or null.
 */
function written(parsed: ParsedLine) {
  if (parsed.kind === 'nothing') return null;
  if (parsed.kind === 'reject') return { reject: parsed.reason };
  const { entry } = parsed;
  return { ...entry, timestamp: new Date(entry.timestamp).toISOString() };
}

describe.each(PAIRS)('the log %s', (name, format) => {
  it('becomes the entries in the fixture beside it', () => {
    const parser = createParser(format, OPTIONS);
    const read = textsOf(name).map((line) => written(parser.parse(line)));
    const wanted = JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8')) as unknown[];
    // Comparing line by line makes the difference name the line.
    read.forEach((line, index) => expect({ index, line }).toEqual({ index, line: wanted[index] }));
    expect(read).toHaveLength(wanted.length);
  });

  it('is recognised by its lines', () => {
    expect(recogniseFormat(textsOf(name), NOW)).toBe(format);
  });

  it('can be read from its middle after the preamble', () => {
    const first = createParser(format, OPTIONS);
    const lines = textsOf(name);
    for (let cut = 1; cut < lines.length; cut++) {
      first.parse(lines[cut - 1] ?? '');
      const second = createParser(format, OPTIONS);
      for (const line of first.preamble()) expect(second.parse(line)).toEqual({ kind: 'nothing' });
      const rest = createParser(format, OPTIONS);
      const whole = lines.map((line) => rest.parse(line)).slice(cut);
      expect(lines.slice(cut).map((line) => second.parse(line))).toEqual(whole);
    }
  });

  it('never crashes on mutations of its lines', () => {
    const lines = fc.constantFrom(...textsOf(name).filter((line) => line.length < 600));
    const mutated = fc
      .tuple(lines, fc.nat(600), fc.nat(20), fc.string({ unit: 'binary' }))
      .map(([line, at, drop, put]) => line.slice(0, at) + put + line.slice(at + drop));
    fc.assert(
      fc.property(fc.array(mutated), (all) => {
        const parser = createParser(format, OPTIONS);
        for (const line of all) expectVerdict(line, parser.parse(line));
      }),
    );
  });
});

function expectVerdict(line: string, parsed: ParsedLine) {
  if (parsed.kind === 'nothing') expect(line.startsWith('#') || line.trim() === '').toBe(true);
  if (parsed.kind === 'reject') expect(parsed.reason).toMatch(/^(is|has|comes|ends) /);
  if (parsed.kind === 'entry') expect(Number.isInteger(parsed.entry.timestamp)).toBe(true);
}

it.each(LOG_FORMAT_NAMES)('%s: any bytes are entries, rejects or nothing', (format) => {
  const bytes = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
      fc.constantFrom('\n', '\r\n', '"', '\\', '[', ' - - [17/May/2015:10:05:03 +0000] "', '{}'),
      fc.constantFrom('#Fields: date time cs-uri-stem sc-status\n', '#Fields:\n', '\\x', '%', '\t'),
    ),
  );
  fc.assert(
    fc.property(bytes, (pieces) => {
      const whole = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
      const parser = createParser(format, OPTIONS);
      for (const { text = '' } of linesOf(whole)) expectVerdict(text, parser.parse(text));
    }),
    { numRuns: 300 },
  );
});

it.each(LOG_FORMAT_NAMES)('%s: reads lines of repeated traps in proportionate time', (format) => {
  const parser = createParser(format, OPTIONS);
  parser.parse('#Fields: date time cs-uri-stem sc-status cs(User-Agent)');
  const front = '192.0.2.7 - - [17/May/2015:10:05:03 +0000] "';
  for (const trap of [
    '"',
    '\\"',
    '[',
    '\\',
    '\\x41',
    '%41',
    ' ',
    ', ',
    '" 200',
    '{"a":',
    '+',
    '""',
  ]) {
    const run = trap.repeat(400_000 / trap.length);
    for (const line of [
      run,
      front + run,
      `${front}GET / HTTP/1.1" 200 5 "-" "${run}`,
      `a,${run}`,
    ]) {
      expectVerdict(line, parser.parse(line));
    }
  }
});

it('recognises no format in a text that is not a log', () => {
  expect(recogniseFormat(['hello', '', '{}', '<html>'], NOW)).toBeUndefined();
  expect(recogniseFormat([], NOW)).toBeUndefined();
});

it('uses the given host for lines without a host', () => {
  const parser = createParser('combined', { now: NOW, host: 'shop.example' });
  const parsed = parser.parse(
    '192.0.2.7 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 5 "-" "a"',
  );
  expect(parsed).toMatchObject({ entry: { host: 'shop.example' } });
});
