import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { timesAsLong } from '@app/testing';
import fc from 'fast-check';
import type { RecordResult } from '../record-reader.js';
import {
  createFormatStringReader,
  type FormatString,
  FormatStringFault,
  formatStringTitle,
} from './index.js';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'format-strings');
const NOW = Date.UTC(2026, 10, 20, 12);
const OPTIONS = { now: NOW, host: '' };

/** A format string, lines that a server wrote with it, and what becomes of each. */
interface Fixture {
  name: string;
  format: FormatString;
  lines: { line: string; result: object }[];
}

const ALL = readdirSync(FIXTURES).flatMap(
  (file) => JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Fixture[],
);
const CASES = ALL.map((fixture) => [fixture.name, fixture] as const);

/** Returns a result in the form that fixtures use. */
function written(result: RecordResult | undefined): object {
  if (result?.kind === 'skip') return { skip: result.reason };
  if (result?.kind === 'reject') return { reject: result.reason, message: result.message };
  const { timestamp, ...entry } = result?.entry ?? { timestamp: NaN };
  return { timestamp: new Date(timestamp).toISOString(), ...entry };
}

const readLine = (format: FormatString, line: string) =>
  written(createFormatStringReader(format, OPTIONS).readLine(line)[0]);

const faultOf = (format: FormatString): string => {
  try {
    createFormatStringReader(format, OPTIONS);
    return 'none';
  } catch (error) {
    if (error instanceof FormatStringFault) return error.message;
    throw error;
  }
};

describe.each(CASES)('the format string: %s', (_, { format, lines }) => {
  it('reads its lines as the fixture says', () => {
    const reader = createFormatStringReader(format, OPTIONS);
    lines.forEach(({ line, result }) => {
      expect({ line, result: written(reader.readLine(line)[0]) }).toEqual({ line, result });
    });
  });

  it('reads a line on its own as it reads it among the others', () => {
    for (const { line, result } of lines) expect(readLine(format, line)).toEqual(result);
  });

  it('never crashes on mutations of its lines', () => {
    const reader = createFormatStringReader(format, OPTIONS);
    const mutated = fc
      .tuple(
        fc.constantFrom(...lines.map(({ line }) => line)),
        fc.nat(300),
        fc.nat(20),
        fc.string({ unit: 'binary' }),
      )
      .map(([line, at, drop, put]) => line.slice(0, at) + put + line.slice(at + drop));
    fc.assert(
      fc.property(mutated, (line) => {
        const [result] = reader.readLine(line);
        if (result?.kind === 'reject') expect(result.message).toMatch(/^(?:has|does not fit) /);
        if (result?.kind === 'reject') expect(result.message.length).toBeLessThan(300);
      }),
      { numRuns: 200 },
    );
  });
});

it.each<[string, FormatString]>([
  ["Apache's LogFormat", { text: '%h %t "%r" %>s' }],
  ["Apache's LogFormat", { text: '%h %{%d/%b/%Y}t' }],
  ["Apache's LogFormat", { text: '%{$x}i %^ti' }],
  ["Apache's LogFormat", { text: 'LogFormat "%h $x" a' }],
  ["nginx's log_format", { text: '$remote_addr' }],
  ["nginx's log_format", { text: "log_format a '${status}'" }],
  ["GoAccess's log-format", { text: '%h %^[%d:%t %^]' }],
  ["GoAccess's log-format", { text: ' combined '.toUpperCase() }],
  ["GoAccess's log-format", { text: '%h', syntax: 'goaccess' }],
])('is taken for a text of %s: %j', (title, format) => {
  expect(formatStringTitle(format)).toBe(`format string of ${title}`);
});

const LACKS = 'lines of it do not tell enough of a visit.';
const UNCLEAR = 'so that nothing tells where one ends and the other begins.';

it.each<[FormatString, string]>([
  [{ text: 'LogFormat "%{Referer}i -> %U" referer' }, `The format string lacks a time: ${LACKS}`],
  [
    { text: 'LogFormat "%{User-agent}i" agent' },
    `The format string lacks a time and a request or a path: ${LACKS}`,
  ],
  [{ text: '%h %t' }, `The format string lacks a request or a path: ${LACKS}`],
  [{ text: '%h %{%T}t "%r"' }, `The format string lacks a date: ${LACKS}`],
  [{ text: '%h %{%F}t "%r"' }, `The format string lacks a time of day: ${LACKS}`],
  [{ text: '%h %t %y "%r"' }, "%y at character 7 is no directive of Apache's LogFormat."],
  [
    { text: 'LogFormat "%h \\"%r\\" %t %100" a' },
    "%100 at character 25 is no directive of Apache's LogFormat; a percent sign is %%.",
  ],
  [{ text: '%h %t "%r" %i' }, '%i at character 12 needs a name in braces, such as %{Name}i.'],
  [
    { text: '%h %{%Q}t "%r"' },
    '%{%Q}t at character 4 has %Q, which is no directive of a time that can be read.',
  ],
  [{ text: '%h%l %t "%r"' }, `%l at character 3 stands directly behind %h, ${UNCLEAR}`],
  [
    { text: 'LogFormat "%h \\"%r' },
    'The format string is not complete: nothing ends the text in quotes that begins at character 11.',
  ],
  [
    { text: '%t %{User-Agent}i %h "%r"' },
    '%{User-Agent}i at character 4 is not in quotes, and only a space stands between it and %h: a user agent has spaces of its own, so that nothing tells where it ends.',
  ],
  [
    { text: 'log_format a \'$time_local\' "$request$status";' },
    `$status at character 37 stands directly behind $request, ${UNCLEAR}`,
  ],
  [
    { text: "log_format a '$time_local" },
    'The format string is not complete: nothing ends the text in quotes that begins at character 14.',
  ],
  [
    { text: "log_format a escape=xml '$time_local';" },
    'escape=xml is no way in which nginx escapes: it is default, json or none.',
  ],
  [
    { text: '$time_local $ $request' },
    '$ at character 13 begins no variable of nginx, such as $status.',
  ],
  [{ text: '%h %^[%d:%t %^] %i' }, "%i at character 17 is no directive of GoAccess's log-format."],
  [
    { text: '%x %U' },
    '%x at character 1 is a time whose form nobody named: name it as the date format, such as %s.',
  ],
  [
    { text: '%x %U', dateFormat: '%s', timeFormat: '%T' },
    '%x at character 1 is a whole time: name its form as the date format, and leave out the time format.',
  ],
  [
    { text: '%d %t %U', dateFormat: '%Q' },
    '%Q in the date format is no directive of a time that can be read.',
  ],
  [
    { text: '%h %t "%r"', dateFormat: '%F' },
    "A date format and a time format belong to a format string of GoAccess. This one is of Apache's LogFormat, which says itself how times are written.",
  ],
  [
    { text: 'CLOUDFRONT' },
    'CLOUDFRONT of GoAccess is read by the format cloudfront: name that instead of a format string.',
  ],
  [
    { text: 'hello' },
    "The format string has no directive of Apache's LogFormat. If another program has written the log, name its syntax.",
  ],
  [{ text: '%h '.repeat(201) }, 'The format string has more than 200 directives.'],
  [{ text: 'x'.repeat(4_097) }, 'The format string has more than 4096 characters.'],
])('refuses %j', (format, message) => {
  expect(faultOf(format)).toBe(message);
});

const COMBINED = '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"';
const FRONT = '192.0.2.7 - - [20/Nov/2026:10:05:03 +0000] "GET / HTTP/1.1"';

it.each([
  [`${FRONT} abc 5 "-" "a"`, 'at %>s (6th directive) expected digits, found `aaa 9 "-" "a"`'],
  [
    '192.0.2.7 - - 20/Nov/2026:10:05:03 +0000 "GET / HTTP/1.1" 200 5 "-" "a"',
    'at %u (3rd directive) expected ` [` behind it, found `- 99/Aaa/9999:99:99:99 +…`',
  ],
  [
    '192.0.2.7 - - [Nov 20 2026] "GET / HTTP/1.1" 200 5 "-" "a"',
    'at %t (4th directive) expected a time like %d/%b/%Y:%H:%M:%S %z, found `Aaa 99 9999] "AAA / AAAA…`',
  ],
  [
    `${FRONT} 200 5 "-" "a" "b"`,
    'behind the last directive expected the end of the line, found ` "a"`',
  ],
  [
    `${FRONT} 200 5 "-" "caf\u00e9 \u001b[1m`,
    'at %{User-Agent}i (9th directive) expected `"` behind it, found `aaa? ?[9a`',
  ],
  [FRONT, 'at %r (5th directive) expected `" ` behind it, found `AAA / AAAA/9.9"`'],
])('says where a line does not fit: %s', (line, message) => {
  const { message: said } = readLine({ text: COMBINED }, line) as { message: string };
  expect(said).toBe(`does not fit the format string: ${message}`);
});

it('says that a line ends too early', () => {
  expect(readLine({ text: '%t %h %U %>s' }, '[20/Nov/2026:10:05:03 +0000] h /a ')).toEqual({
    reject: 'cut_off',
    message:
      'does not fit the format string: at %>s (4th directive) expected digits, found the end of the line',
  });
  expect(readLine({ text: 'access: %t %h %U' }, 'error: x')).toEqual({
    reject: 'unknown_shape',
    message:
      'does not fit the format string: at %t (1st directive) expected `access: [` in front of it, found `aaaaa: a`',
  });
});

it('reads no time in a zone whose name may mean several', () => {
  const format = { text: '%{%F %T %Z}t %U' };
  expect(readLine(format, '2026-11-20 10:05:03 IST /a')).toMatchObject({ reject: 'bad_time' });
  expect(readLine(format, '2026-11-20 10:05:03 GMT /a')).toMatchObject({
    timestamp: '2026-11-20T10:05:03.000Z',
  });
});

it('uses the given host for lines without a host', () => {
  const reader = createFormatStringReader({ text: '%t %U %v' }, { now: NOW, host: 'shop.example' });
  expect(reader.readLine('[20/Nov/2026:10:05:03 +0000] /a -')).toMatchObject([
    { entry: { host: 'shop.example' } },
  ]);
});

it('reads what a server wrote, whatever the visitor sent', () => {
  const escaped = (text: string) => text.replace(/[\\"]/g, '\\$&');
  const text = fc.string({ unit: fc.constantFrom('"', '\\', ' ', '[', 'a', '/', '5', 'é') });
  const reader = createFormatStringReader({ text: COMBINED }, OPTIONS);
  fc.assert(
    fc.property(text, text, text, (path, referer, agent) => {
      // A percent-encoded user agent is decoded, and blanks at the end of a target are none of it.
      const line = `192.0.2.7 - - [20/Nov/2026:10:05:03 +0000] "GET /${escaped(path)}. HTTP/1.1" 200 5 "r${escaped(referer)}" "a${escaped(agent)}"`;
      expect(reader.readLine(line)).toMatchObject([
        { entry: { path: `/${path}.`, referer: `r${referer}`, user_agent: `a${agent}` } },
      ]);
    }),
  );
});

it('makes a reader or a fault of any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom('%h', '%t', '%r', '%>s', '%{', '}i', '}t', '%^', '%d', '%x', '%~', '%'),
    fc.constantFrom('$status', '${', '$time_local', '$request', 'log_format a ', "'", '"', '\\'),
    fc.constantFrom('LogFormat "', ' ', 'escape=json ', ';', '#', '%{%T}t', '$uri', '~h{'),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, text, (format, line) => {
      try {
        createFormatStringReader({ text: format }, OPTIONS).readLine(line);
      } catch (error) {
        if (!(error instanceof FormatStringFault)) throw error;
        expect(error.message).toMatch(/^[^\p{C}]+\.$/u);
      }
    }),
    { numRuns: 2_000 },
  );
});

const EVERY = ALL.find(({ name }) => name === 'every directive')?.format ?? { text: '' };
const FORMATS: readonly FormatString[] = [
  ...[{ text: COMBINED }, EVERY, { text: '%h %t %r %>s %b' }, { text: 'COMBINED' }],
  { text: '$remote_addr $upstream_addr [$time_local] $request $status "$http_user_agent"' },
];
/** What a visitor may send again and again to make a reader look at it too often. */
const TRAPS = [
  '"',
  '" ',
  '\\',
  '\\"',
  '" 200',
  ' ',
  ', ',
  ' : ',
  ' [20/',
  '\\x41',
  '%41',
  '|',
  ' HTTP/',
];

describe.each(TRAPS)('a line of many %j', (trap) => {
  it('takes a time that grows with its length only', () => {
    const of = (characters: number) => {
      const run = trap.repeat(Math.ceil(characters / trap.length));
      const lines = [
        run,
        `192.0.2.7 - ${run}`,
        `192.0.2.7 - - [20/Nov/2026:10:05:03 +0000] "${run}`,
        `${FRONT} 200 5 "-" "${run}`,
        `${FRONT} 200 5 "-" "${run}" x`,
        `192.0.2.7 [20/Nov/2026:10:05:03 +0000] GET /${run}`,
      ];
      return () => {
        for (const format of FORMATS) {
          const reader = createFormatStringReader(format, OPTIONS);
          for (const line of lines) reader.readLine(line);
        }
      };
    };
    // Eight times as much takes 64 times as long where each character is compared with each.
    expect(timesAsLong(of(16_000), of(2_000))).toBeLessThan(30);
    of(1024 * 1024)();
  });
});
