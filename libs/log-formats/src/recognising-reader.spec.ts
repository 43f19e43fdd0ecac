import type { LogFormatName } from './formats.js';
import {
  createMixedReader,
  createRecognisingReader,
  type MixedReader,
} from './recognising-reader.js';
import type { RecordResult } from './record-reader.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const COMBINED =
  '192.0.2.17 - - [20/Nov/2026:11:59:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.2"';
const W3C = [
  '#Version: 1.0',
  '#Fields: date time cs-method cs-uri-stem sc-status c-ip cs(User-Agent)',
  '2026-11-20 11:59:00 GET /a 200 192.0.2.17 GPTBot/1.2',
];

function kinds(lines: string[]): string[] {
  const reader = createRecognisingReader({ now: NOW, host: '' });
  return lines.flatMap((line) => reader.readLine(line)).map(kindOf);
}

const kindOf = (result: RecordResult): string =>
  result.kind === 'entry' ? result.kind : result.reason;

it('reads all lines in the format of the first one that can be read', () => {
  const caddyLike = '{"request":{"uri":"/"}}';
  expect(kinds(['hello', '', COMBINED, caddyLike, COMBINED])).toEqual([
    'unknown_shape',
    'blank',
    'entry',
    'unknown_shape',
    'entry',
  ]);
});

it('remembers the directives that came before', () => {
  expect(kinds(W3C)).toEqual(['comment', 'comment', 'entry']);
});

it('tries no more formats after a mebibyte that is none', () => {
  const noise = 'x'.repeat(600 * 1024);
  expect(kinds([noise, COMBINED]).at(-1)).toBe('entry');
  expect(kinds([noise, noise, COMBINED]).at(-1)).toBe('unknown_shape');
});

it('counts the directives that every try reads again', () => {
  const directive = `#Remark: ${'x'.repeat(8_000)}`;
  const directives = Array.from({ length: 20 }, () => directive);
  expect(kinds([...directives, ...Array<string>(5).fill('hello'), COMBINED]).at(-1)).toBe('entry');
  expect(kinds([...directives, ...Array<string>(9).fill('hello'), COMBINED]).at(-1)).toBe(
    'unknown_shape',
  );
});

it('keeps no directive that is longer than any list of columns', () => {
  const [version = '', fields = '', row = ''] = W3C;
  expect(kinds([version, `${fields}${' '.repeat(8_192)}`, row]).at(-1)).toBe('unknown_shape');
});

it('tries no more formats after a hundred lines that are none', () => {
  const noise = Array.from({ length: 100 }, () => 'hello');
  expect(kinds([...noise.slice(1), COMBINED]).at(-1)).toBe('entry');
  expect(kinds([...noise, COMBINED]).at(-1)).toBe('unknown_shape');
});

describe('a log with lines of two formats', () => {
  const CADDY = JSON.stringify({
    ts: NOW / 1_000,
    request: { method: 'GET', host: 'a.example', uri: '/b', headers: { 'User-Agent': ['GPTBot'] } },
    status: 200,
  });
  const mixed = (format: LogFormatName = 'combined') =>
    createMixedReader(format, { now: NOW, host: '' });
  const read = (reader: MixedReader, lines: string[]) =>
    lines.flatMap((line) => reader.readLine(line)).map(kindOf);

  it('is read, whoever named no format, and the entries of others are counted', () => {
    const lines = [COMBINED, CADDY, 'hello', CADDY, COMBINED, ''];
    const expected = ['entry', 'entry', 'unknown_shape', 'entry', 'entry', 'blank'];
    expect(kinds(lines)).toEqual(expected);
    const reader = mixed();
    expect(read(reader, lines)).toEqual(expected);
    expect([...reader.others]).toEqual([['caddy', 2]]);
    expect(read(mixed('caddy'), lines)).toEqual(
      expected.map((kind) => (kind === 'unknown_shape' ? 'not_json' : kind)),
    );
  });

  it('may name the columns of the other one', () => {
    const reader = mixed();
    expect(read(reader, [COMBINED, ...W3C, COMBINED, ...W3C.slice(2)])).toEqual([
      ...['entry', 'comment', 'comment', 'entry', 'entry', 'entry'],
    ]);
    expect([...reader.others]).toEqual([['w3c', 2]]);
  });

  it('splits a line by the reader that has read it', () => {
    const reader = mixed();
    read(reader, [COMBINED]);
    const list = `[${CADDY},${CADDY}]`;
    expect(read(reader, [list])).toEqual(['entry', 'entry']);
    expect(reader.split(list)).toEqual([CADDY, CADDY]);
    read(reader, [COMBINED]);
    expect(reader.split(COMBINED)).toEqual([COMBINED]);
  });

  it('does not read a line that was cut off as one of a format with less in it', () => {
    for (const cut of [COMBINED.slice(0, -5), COMBINED.slice(0, COMBINED.indexOf(' "-"'))]) {
      const reader = mixed();
      expect(read(reader, [COMBINED, cut])).toEqual(['entry', 'cut_off']);
      expect(reader.others.size).toBe(0);
    }
  });

  it('does not guess at other messages of a server whose visits are JSON', () => {
    const message = JSON.stringify({ time: '2026-11-20T11:59:00Z', path: '/b', status: 500 });
    expect(read(mixed('json-fields'), [message])).toEqual(['entry']);
    expect(read(mixed('caddy'), [CADDY, message])).toEqual(['entry', 'unknown_shape']);
  });

  it('goes on in its middle with the formats that were found', () => {
    const before = mixed();
    expect(before.preamble()).toEqual([]);
    read(before, [COMBINED, ...Array<string>(98).fill('hello'), CADDY]);
    const after = mixed();
    read(after, before.preamble());
    // The last of the hundred tries.
    expect(read(after, [CADDY, 'hello', W3C[1] as string, W3C[2] as string])).toEqual([
      ...['entry', 'unknown_shape', 'comment', 'unknown_shape'],
    ]);
    expect([...after.others]).toEqual([['caddy', 1]]);
    for (const odd of ['', 'null', '[["none"],{},-1]', '[["caddy"]]'])
      expect(read(mixed(), [`#Botgauge-formats ${odd}`, COMBINED])).toEqual(['comment', 'entry']);
  });
});

it('passes over lines that a format passes over, also before it knows the format', () => {
  const reader = createRecognisingReader({ now: Date.UTC(2026, 10, 20, 12), host: '' });
  const ftp = ['USER frank 331', 'RETR /file.txt 226'].map(
    (rest) => reader.readLine(`2026-04-04 12:57:53 192.0.2.7 ${rest}`)[0]?.kind,
  );
  expect(ftp).toEqual(['reject', 'reject']);
  reader.readLine('#Fields: date time c-ip cs-method cs-uri-stem sc-status');
  for (const rest of ['USER frank 331', 'RETR /file.txt 226'])
    expect(reader.readLine(`2026-04-04 12:57:53 192.0.2.7 ${rest}`)).toEqual([
      { kind: 'skip', reason: 'no_visit' },
    ]);
  const [visit] = reader.readLine('2026-04-04 12:57:53 192.0.2.7 GET /page 200');
  expect(visit).toMatchObject({ kind: 'entry', entry: { path: '/page' } });
});

it('does not call unknown JSON no visit', () => {
  const reader = createRecognisingReader({ now: Date.UTC(2026, 10, 20, 12), host: '' });
  expect(reader.readLine('{"level":"info","message":"started"}')).toMatchObject([
    { kind: 'reject', reason: 'unknown_shape' },
  ]);
});
