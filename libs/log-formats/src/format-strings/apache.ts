import { compileStrftime, timePart, type TimeFormat } from '../text/strftime.js';
import {
  meaningOfAnswer,
  meaningOfHeader,
  meaningOfName,
  type Meaning,
  meanings,
  PASSED_OVER,
} from './facts.js';
import { FormatStringFault } from './format-string.js';
import type { Directive, ParsedFormat, Piece } from './pieces.js';
import { closingQuote, faultAt, shown, SourceText } from './source-text.js';

/** Matches what stands in front of a format in a configuration: `LogFormat "…" name` and others. */
const HEAD =
  /^\s*(?:LogFormat|CustomLog\s+(?:"[^"]{0,1024}"|\S{1,1024})|accesslog\.format\s*=)\s*(?=")/i;
/** Matches a directive: statuses, `<` or `>`, a name in braces, and its letter. */
const DIRECTIVE =
  /%(?:%|(!?\d{3}(?:,\d{3})*)?[<>]?(?:\{([^}]*)\})?[<>]?(\^ti|\^to|\^FB|[A-Za-z])?)/y;
const CHARACTERS = { '"': '"', '\\': '\\', n: '\n', t: '\t', r: '\r' };

/**
 * What the directives without a name in braces tell. `%h` may be a name, and `%v` is that of the
 * configuration, so `%a` and `%V` come first.
 *
 * Source: https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 */
const PLAIN = meanings([
  ['a', 'list', 'client', 0],
  ['h', 'list', 'client', 1],
  ['m', 'word', 'method'],
  ['r', 'request', 'request'],
  ['s', 'status', 'status', 1],
  ['U', 'text', 'path'],
  ['V', 'word', 'host', 1],
  ['v', 'word', 'host', 2],
  ['H', 'word', 'protocol'],
  ...[...'ABbDIkLOpPRSTX'].map((letter) => [letter, 'word'] as const),
  ...['f', 'l', 'u', '^FB'].map((letter) => [letter, 'text'] as const),
]);

/** Directives whose name in braces tells what they are. */
const NAMED: Readonly<Record<string, (name: string) => Meaning>> = {
  i: meaningOfHeader,
  o: meaningOfAnswer,
  e: meaningOfName,
  n: meaningOfName,
  x: meaningOfName,
  C: () => PASSED_OVER,
  '^ti': () => PASSED_OVER,
  '^to': () => PASSED_OVER,
};

/** The times of Apache that are no format of `strftime`. */
const TIMES: Readonly<Record<string, TimeFormat>> = {
  sec: timePart('sec', '\\d{9,11}', 'seconds'),
  msec: timePart('msec', '\\d{12,14}', 'milliseconds'),
  usec: timePart('usec', '\\d{15,17}', 'microseconds'),
  msec_frac: timePart('msec_frac', '\\d{3}', 'fraction'),
  usec_frac: timePart('usec_frac', '\\d{6}', 'fraction'),
};
const END = 'end:';
/** What `%t` is between its brackets. */
const CLF_TIME = '%d/%b/%Y:%H:%M:%S %z';

/**
 * Reads a format of Apache's `LogFormat`, of lighttpd or of varnishncsa. The whole line of a
 * configuration may stand around it.
 *
 * @throws FormatStringFault when it has a directive that there is not
 */
export function parseApache(written: string): ParsedFormat {
  const format = formatIn(written);
  const { text } = format;
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', from)) {
    pieces.push(text.slice(from, at));
    DIRECTIVE.lastIndex = at;
    const found = DIRECTIVE.exec(text);
    const [matched = '%', statuses, inBraces, letter] = found ?? [];
    from = at + matched.length;
    // What is no directive is named with the character that makes it none.
    const name = letter === undefined ? text.slice(at, from + 1) : matched;
    pieces.push(...piecesOf({ name, at: format.placeOf(at), statuses, inBraces, letter }));
  }
  pieces.push(text.slice(from));
  return { pieces, escaping: 'backslash', open: false };
}

/** Returns the format in a line of a configuration, in quotes, or as it stands. */
function formatIn(written: string): SourceText {
  const source = SourceText.of(written);
  const head = HEAD.exec(written)?.[0].length;
  const open = head ?? written.length - written.trimStart().length;
  const close = /["']/.test(written[open] ?? '') ? closingQuote(written, open) : undefined;
  if (head !== undefined && close === undefined)
    throw new FormatStringFault(
      `The format string is not complete: nothing ends the text in quotes that begins at character ${open + 1}.`,
    );
  const isQuoted = close !== undefined && (head !== undefined || !written.slice(close + 1).trim());
  return (isQuoted ? source.slice(open + 1, close) : source).unescaped(CHARACTERS);
}

interface Found {
  name: string;
  at: number;
  statuses: string | undefined;
  inBraces: string | undefined;
  letter: string | undefined;
}

function piecesOf({ name, at, statuses, inBraces, letter }: Found): Piece[] {
  if (name.startsWith('%%')) return ['%'];
  if (letter === undefined)
    throw faultAt(name, at, "is no directive of Apache's LogFormat; a percent sign is %%");
  const of: Pick<Directive, 'name' | 'at' | 'conditional'> = {
    name,
    at,
    ...(statuses !== undefined && { conditional: true }),
  };
  if (letter === 't') return timePieces(of, inBraces);
  const meaning = meaningOf(letter, inBraces, name);
  if (meaning) return [{ ...of, ...meaning }];
  const isNameless = inBraces === undefined && Object.hasOwn(NAMED, letter);
  throw faultAt(
    name,
    at,
    isNameless
      ? `needs a name in braces, such as %{Name}${letter}`
      : "is no directive of Apache's LogFormat",
  );
}

function meaningOf(
  letter: string,
  inBraces: string | undefined,
  name: string,
): Meaning | undefined {
  if (letter === 'a' && inBraces === 'c') return { form: 'word', fact: 'peer' };
  if (inBraces !== undefined && Object.hasOwn(NAMED, letter)) return NAMED[letter]?.(inBraces);
  // The last status is what the visitor got.
  if (letter === 's' && name.includes('>')) return { form: 'status', fact: 'status', rank: 0 };
  if (letter === 'q') return { form: 'text', fact: 'query', begins: '?' };
  return PLAIN.get(letter);
}

/** When a request ended is seldom when it came, so this counts only where nothing else is logged. */
function timePieces(of: Pick<Directive, 'name' | 'at'>, format: string | undefined): Piece[] {
  if (format === undefined || format === '')
    return ['[', { ...of, ...timeOf(CLF_TIME, of), rank: 0 }, ']'];
  const isEnd = format.startsWith(END);
  const text = isEnd ? format.slice(END.length) : format.replace(/^begin:/, '');
  if (text === '') return ['[', { ...of, ...timeOf(CLF_TIME, of), rank: isEnd ? 1 : 0 }, ']'];
  return [{ ...of, ...timeOf(text, of), rank: isEnd ? 1 : 0 }];
}

function timeOf(text: string, { name, at }: Pick<Directive, 'name' | 'at'>) {
  const time = Object.hasOwn(TIMES, text) ? TIMES[text] : compileStrftime(text);
  if (time && 'pattern' in time) return { form: 'time' as const, time };
  throw faultAt(
    name,
    at,
    `has ${shown(time?.unknown ?? '')}, which is no directive of a time that can be read`,
  );
}
