import { compileStrftime, type TimeFormat } from '../text/strftime.js';
import { type Meaning, meanings } from './facts.js';
import { type FormatString, FormatStringFault } from './format-string.js';
import type { Directive, ParsedFormat, Piece } from './pieces.js';
import { faultAt, shown, SourceText } from './source-text.js';

const CLF_DATE = '%d/%b/%Y';
const CLOCK = '%H:%M:%S';

/**
 * What the directives tell.
 *
 * Source: https://goaccess.io/man#custom-log
 */
const DIRECTIVES = meanings([
  ['h', 'list', 'client'],
  ['r', 'request', 'request'],
  ['m', 'word', 'method'],
  ['U', 'text', 'path'],
  ['q', 'text', 'query'],
  ['H', 'word', 'protocol'],
  ['s', 'status', 'status'],
  ['R', 'text', 'referer'],
  ['u', 'text', 'userAgent'],
  ['v', 'word', 'host'],
  ['M', 'text', 'contentType'],
  ['~', 'blanks'],
  ...[...'bCDeKkLnT'].map((letter) => [letter, 'word'] as const),
  ['^', 'text'],
]);
/** Matches a directive, or the list of forwarded addresses, whose separators stand in braces. */
const DIRECTIVE = /%(.)?|~h(?:\{[^}]*\})?/suy;

/** A format that GoAccess has a name for. */
interface Predefined {
  text: string;
  date?: string;
  time?: string;
}

/** The formats that GoAccess has names for, as far as they are lines of one form. */
const PREDEFINED: Readonly<Record<string, Predefined>> = {
  COMBINED: { text: '%h %^[%d:%t %^] "%r" %s %b "%R" "%u"' },
  VCOMBINED: { text: '%v:%^ %h %^[%d:%t %^] "%r" %s %b "%R" "%u"' },
  COMMON: { text: '%h %^[%d:%t %^] "%r" %s %b' },
  VCOMMON: { text: '%v:%^ %h %^[%d:%t %^] "%r" %s %b' },
  CLOUDSTORAGE: {
    text: '"%x","%h",%^,%^,"%m","%U","%s",%^,"%b","%D",%^,"%R","%u"',
    ...{ date: '%f', time: '%f' },
  },
  AWSELB: {
    text: '%dT%t.%^ %^ %h:%^ %^ %^ %T %^ %s %^ %^ %b "%r" "%u"',
    ...{ date: '%Y-%m-%d', time: '%H:%M:%S' },
  },
  AWSS3: { text: '%^ %v [%d:%t %^] %h %^"%r" %s %^ %b %^ %L %^ "%R" "%u"' },
  TRAEFIKCLF: { text: '%h - %e [%d:%t %^] "%r" %s %b "%R" "%u"' },
  // Without the head of a syslog daemon, which GoAccess expects: it is passed over where there is one.
  SQUID: { text: '%x.%^ %~%L %h %^/%s %b %m %U', ...{ date: '%s', time: '%s' } },
};
/** Those that a format of our own reads, which knows more of them. */
const READ_BY: Readonly<Record<string, string>> = {
  W3C: 'w3c',
  CLOUDFRONT: 'cloudfront',
  AWSALB: 'alb',
  CADDY: 'caddy',
};

/**
 * Reads a format of GoAccess's `--log-format`, or the name of one. GoAccess passes over what stands
 * behind the format, and so does this.
 *
 * @throws FormatStringFault when it has a directive that there is not
 */
export function parseGoAccess(written: FormatString): ParsedFormat {
  const { text, dateFormat, timeFormat } = predefined(written);
  const times = timesOf(dateFormat, timeFormat);
  const source = SourceText.of(text).unescaped({ t: '\t', n: '\n', '"': '"', '\\': '\\' });
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = nextDirective(source.text, 0); at >= 0; at = nextDirective(source.text, from)) {
    pieces.push(source.text.slice(from, at));
    DIRECTIVE.lastIndex = at;
    const [name = '%', letter] = DIRECTIVE.exec(source.text) ?? [];
    pieces.push(piece(name, letter, source.placeOf(at), times));
    from = at + name.length;
  }
  pieces.push(source.text.slice(from));
  return { pieces: withZone(pieces), escaping: 'backslash', open: true };
}

function nextDirective(text: string, from: number): number {
  const [percent, list] = [text.indexOf('%', from), text.indexOf('~h', from)];
  return list < 0 || (percent >= 0 && percent < list) ? percent : list;
}

function predefined(written: FormatString): FormatString {
  const name = written.text.trim().toUpperCase();
  const ours = Object.hasOwn(READ_BY, name) ? READ_BY[name] : undefined;
  if (ours !== undefined)
    throw new FormatStringFault(
      `${name} of GoAccess is read by the format ${ours}: name that instead of a format string.`,
    );
  const found = Object.hasOwn(PREDEFINED, name) ? PREDEFINED[name] : undefined;
  if (!found) return written;
  const { text, date, time } = found;
  return {
    text,
    dateFormat: written.dateFormat ?? date,
    timeFormat: written.timeFormat ?? time,
  };
}

/** The times that `%d`, `%t` and `%x` are, by their letter. */
type Times = Readonly<Record<string, TimeFormat | string>>;

function timesOf(date: string | undefined, time: string | undefined): Times {
  return {
    d: timeFormat('the date format', date ?? CLF_DATE),
    t: timeFormat('the time format', time ?? CLOCK),
    x: wholeTime(date, time),
  };
}

/** `%x` is a whole time, in one format. */
function wholeTime(date: string | undefined, time: string | undefined): TimeFormat | string {
  const one = date ?? time;
  if (one === undefined)
    return 'is a time whose form nobody named: name it as the date format, such as %s';
  if (time !== undefined && time !== one)
    return 'is a whole time: name its form as the date format, and leave out the time format';
  return timeFormat('the date format', one);
}

function timeFormat(where: string, text: string): TimeFormat {
  const time = compileStrftime(text);
  if ('pattern' in time) return time;
  throw new FormatStringFault(
    `${shown(time.unknown)} in ${where} is no directive of a time that can be read.`,
  );
}

function piece(name: string, letter: string | undefined, at: number, times: Times): Piece {
  if (letter === '%') return '%';
  if (name.startsWith('~')) return { name, at, form: 'list', fact: 'forwarded' };
  const time = letter !== undefined && Object.hasOwn(times, letter) ? times[letter] : undefined;
  if (typeof time === 'string') throw faultAt(name, at, time);
  if (time) return { name, at, form: 'time', time };
  const meaning: Meaning | undefined = letter === undefined ? undefined : DIRECTIVES.get(letter);
  if (meaning) return { name, at, ...meaning };
  throw faultAt(name, at, "is no directive of GoAccess's log-format");
}

/**
 * GoAccess has no directive for the zone of a time, and passes over it: `%^` behind `%t `. Here it
 * counts, because a time without it may be hours wrong.
 */
function withZone(pieces: Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    const [time, blank] = [pieces[index - 2], pieces[index - 1]];
    const follows = isDirective(time) && time.name === '%t' && blank === ' ';
    return follows && isDirective(piece) && piece.name === '%^'
      ? { ...piece, form: 'word', maybeZone: true }
      : piece;
  });
}

function isDirective(piece: Piece | undefined): piece is Directive {
  return typeof piece === 'object';
}
