import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SKIP_REASONS } from '@app/contracts';
import fc from 'fast-check';
import { createReader, LOG_FORMAT_NAMES, LOG_FORMATS, recogniseFormat } from './formats.js';
import { LineSplitter } from './line-splitter.js';
import type { RecordReader, RecordResult } from './record-reader.js';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures');
const NOW = Date.UTC(2026, 10, 20, 12);
const OPTIONS = { now: NOW, host: '' };
const PAIRS = [
  ...LOG_FORMAT_NAMES.map((name) => [name, name] as const),
  ['combined-vhost', 'combined'] as const,
  ['combined-servers', 'combined'] as const,
  ['caddy-console', 'caddy'] as const,
  ['json-fields-fluentd', 'json-fields'] as const,
  ['w3c-ftp', 'w3c'] as const,
];

function linesOf(bytes: Buffer) {
  const splitter = new LineSplitter();
  return [...splitter.push(bytes), ...splitter.end()];
}
const textsOf = (name: string) =>
  linesOf(readFileSync(join(FIXTURES, `${name}.txt`))).map(({ text }) => text ?? '');

/**
 * Returns the result in the form that fixtures use: the entry with its time in ISO 8601 and its id,
 * or the reason and the message.
 */
function written(result: RecordResult) {
  if (result.kind === 'skip') return { skip: result.reason };
  if (result.kind === 'reject') return { reject: result.reason, message: result.message };
  const { entry, id } = result;
  const timestamp = new Date(entry.timestamp).toISOString();
  return { ...entry, timestamp, ...(id !== undefined && { id }) };
}

/** A line with one record has one result, and another line has a list of them. */
function writtenLine(reader: RecordReader, line: string) {
  const results = reader.readLine(line).map(written);
  return results.length === 1 ? results[0] : results;
}

describe.each(PAIRS)('the log %s', (name, format) => {
  it('becomes the results in the fixture beside it', () => {
    const reader = createReader(format, OPTIONS);
    const read = textsOf(name).map((line) => writtenLine(reader, line));
    const wanted = JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8')) as unknown[];
    // Comparing line by line makes the difference name the line.
    read.forEach((line, index) => expect({ index, line }).toEqual({ index, line: wanted[index] }));
    expect(read).toHaveLength(wanted.length);
  });

  it('is recognised by its lines', () => {
    expect(recogniseFormat(textsOf(name), { now: NOW })).toBe(format);
  });

  it('can be read from its middle after the preamble', () => {
    const first = createReader(format, OPTIONS);
    const lines = textsOf(name);
    for (let cut = 1; cut < lines.length; cut++) {
      first.readLine(lines[cut - 1] ?? '');
      const second = createReader(format, OPTIONS);
      for (const line of first.preamble()) {
        expect(second.readLine(line)).toEqual([{ kind: 'skip', reason: 'comment' }]);
      }
      const rest = createReader(format, OPTIONS);
      const whole = lines.map((line) => rest.readLine(line)).slice(cut);
      expect(lines.slice(cut).map((line) => second.readLine(line))).toEqual(whole);
    }
  });

  it('can be split into lines with one record each', () => {
    const reader = createReader(format, OPTIONS);
    for (const line of textsOf(name)) {
      const results = reader.readLine(line);
      expect(reader.split(line).flatMap((record) => reader.readLine(record))).toEqual(results);
    }
  });

  it('is read in the same way behind the head of a syslog daemon', () => {
    const plain = createReader(format, OPTIONS);
    const wrapped = createReader(format, OPTIONS);
    for (const line of textsOf(name)) {
      const head = '<190>1 2026-04-04T12:57:53Z web nginx 12 - - ';
      expect(wrapped.readLine(head + line)).toEqual(plain.readLine(line));
    }
  });

  it('is read in the same way behind what is written in front of the lines of containers', () => {
    for (const front of [
      '2026-04-04T12:57:53.123456789Z stdout F ',
      'web-1  | ',
      '\u001b[36mweb-1  | \u001b[0m',
      '[pod/web-5d9/nginx] ',
    ]) {
      const plain = createReader(format, OPTIONS);
      const wrapped = createReader(format, OPTIONS);
      for (const line of textsOf(name)) {
        if (name === 'combined-servers' && line.startsWith('2015-05-17T')) continue;
        const [only] = plain.readLine(line);
        const [found] = wrapped.readLine(front + line);
        // Of a line that is none, the reader may find another fault.
        if (only?.kind === 'reject') expect(found?.kind).toBe('reject');
        else expect({ front, found }).toEqual({ front, found: only });
      }
    }
  });

  it('never crashes on mutations of its lines', () => {
    const lines = fc.constantFrom(...textsOf(name).filter((line) => line.length < 600));
    const mutated = fc
      .tuple(lines, fc.nat(600), fc.nat(20), fc.string({ unit: 'binary' }))
      .map(([line, at, drop, put]) => line.slice(0, at) + put + line.slice(at + drop));
    fc.assert(
      fc.property(fc.array(mutated), (all) => {
        const reader = createReader(format, OPTIONS);
        for (const line of all) expectResults(reader.readLine(line));
      }),
    );
  });
});

const SKIPS: readonly string[] = Object.keys(SKIP_REASONS);

/** One expectation for all results, because thousands of them would cost more than the reading. */
function expectResults(results: RecordResult[]) {
  if (results.length > 0 && results.every(isRight)) return;
  expect(results).toBe('at least one result, each with what its kind has');
}

function isRight(result: RecordResult): boolean {
  switch (result.kind) {
    case 'skip':
      return SKIPS.includes(result.reason);
    case 'reject':
      return /^(is|has|comes|ends) /.test(result.message);
    case 'entry':
      return Number.isInteger(result.entry.timestamp);
  }
}

it.each(LOG_FORMAT_NAMES)('%s: any bytes are entries, skips or rejects', (format) => {
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
      const reader = createReader(format, OPTIONS);
      for (const { text = '' } of linesOf(whole)) expectResults(reader.readLine(text));
    }),
    { numRuns: 300 },
  );
});

it.each(LOG_FORMAT_NAMES)('%s: any value is an entry, a skip or a reject', (format) => {
  const names = Array.from(
    readFileSync(join(FIXTURES, `${format}.txt`), 'utf8').matchAll(/"([\w@.()-]+)":/g),
  );
  const name = fc.constantFrom('time', 'status', ...names.map(([, text = '']) => text));
  const facts = fc.constantFrom<unknown>(200, '200', '/a', '2026-04-04T12:57:53Z', null, {}, [[]]);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      facts,
      fc.jsonValue(),
      fc.dictionary(name, tie('value')),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (record) => {
      const reader = createReader(format, OPTIONS);
      expectResults([reader.read(record)]);
      expectResults(reader.readLine(JSON.stringify(record)));
    }),
    { numRuns: 300 },
  );
});

it.each(LOG_FORMAT_NAMES)('%s: values that are nested very deeply do no harm', (format) => {
  const reader = createReader(format, OPTIONS);
  for (const [open, close] of [
    ['[', ']'],
    ['{"records":[', ']}'],
    ['{"kvlistValue":{"values":[{"key":"a","value":', '}]}}'],
    ['{"message":', '}'],
  ] as const) {
    const deep = open.repeat(10_000) + '1' + close.repeat(10_000);
    expectResults(reader.readLine(deep));
    expectResults(reader.readLine(`{"attributes":[],"body":${deep}}`));
  }
});

it.each(LOG_FORMAT_NAMES)('%s: reads a record in the form that carries it', (format) => {
  const recordOf = {
    line: (line: string) => line,
    object: (line: string) => JSON.parse(line) as unknown,
    columns: (line: string) => line.split('\t'),
  }[LOG_FORMATS[format].carries];
  const reader = createReader(format, OPTIONS);
  let entries = 0;
  for (const line of textsOf(format)) {
    const results = reader.readLine(line);
    if (results.length !== 1 || results[0]?.kind !== 'entry') continue;
    // nginx's own escapes are no JSON, and a quoted column is not cut at its spaces.
    if (line.includes('\\x') || (format === 'w3c' && line.includes('"'))) continue;
    entries++;
    const record = recordOf(format === 'w3c' ? line.replaceAll(' ', '\t') : line);
    expect(line.startsWith('[') ? results : [reader.read(record)]).toEqual(results);
  }
  expect(entries).toBeGreaterThan(1);
});

it.each(LOG_FORMAT_NAMES)('%s: reads lines of repeated traps in proportionate time', (format) => {
  const reader = createReader(format, OPTIONS);
  reader.readLine('#Fields: date time cs-uri-stem sc-status cs(User-Agent)');
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
    '<1>',
    '1 ',
    '[a="b"]',
  ]) {
    const run = trap.repeat(400_000 / trap.length);
    for (const line of [
      run,
      front + run,
      `${front}GET / HTTP/1.1" 200 5 "-" "${run}`,
      `a,${run}`,
      `<190>1 - - - - - ${run}`,
      `{"message":${JSON.stringify(run)}}`,
    ]) {
      expectResults(reader.readLine(line));
    }
  }
});

it('recognises no format in a text that is not a log', () => {
  expect(recogniseFormat(['hello', '', '{}', '<html>'], { now: NOW })).toBeUndefined();
  expect(recogniseFormat([], { now: NOW })).toBeUndefined();
});

it('uses the given host for records without a host', () => {
  const options = { now: NOW, host: 'shop.example' };
  const line = '192.0.2.7 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 5 "-" "a"';
  const [combined] = createReader('combined', options).readLine(line);
  expect(combined).toMatchObject({ entry: { host: 'shop.example' } });
  const body = { stringValue: line };
  const record = createReader('otlp-record', options).read({ attributes: [], body });
  expect(record).toMatchObject({ entry: { host: 'shop.example' } });
});

describe('a log that does not name its columns', () => {
  const fields = ['timestamp', 'c-ip', 'sc-status', 'cs-uri-stem', 'x-edge-location'];
  const columns = ['1775307473.145', '192.0.2.7', '200', '/a', 'FRA56'];

  it.each(['cloudfront', 'cloudfront-realtime'] as const)('has the given ones: %s', (format) => {
    const first = createReader(format, { ...OPTIONS, fields });
    expect(first.read(columns)).toMatchObject({ entry: { path: '/a', timestamp: 1775307473145 } });
    const second = createReader(format, OPTIONS);
    for (const line of first.preamble()) second.readLine(line);
    expect(second.readLine(columns.join('\t'))).toEqual([first.read(columns)]);
  });

  it('says which one is missing', () => {
    const reader = createReader('cloudfront-realtime', { ...OPTIONS, fields: fields.slice(0, 3) });
    expect(reader.read(columns.slice(0, 3))).toEqual({
      kind: 'reject',
      reason: 'wrong_columns',
      message: 'comes after a list of columns without cs-uri-stem',
    });
  });
});
