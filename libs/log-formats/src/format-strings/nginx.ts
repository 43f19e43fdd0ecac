import { compileStrftime, type TimeFormat } from '../text/strftime.js';
import {
  meaningOfAnswer,
  meaningOfHeader,
  meaningOfName,
  type Meaning,
  meanings,
} from './facts.js';
import { FormatStringFault } from './format-string.js';
import type { Directive, Escaping, ParsedFormat, Piece } from './pieces.js';
import { closingQuote, faultAt, shown, SourceText } from './source-text.js';

const HEAD = /^\s*log_format\s+(?:"[^"]{1,256}"|'[^']{1,256}'|[^\s'";]{1,256})\s*/;
const ESCAPE = /^\s*escape=(\w{1,32})\s*/;
/** Matches what may stand between the pieces of a format: blanks and comments. */
const BETWEEN = /(?:\s|#[^\n]*(?:\n|$))*/y;
const BARE = /[^\s'";]+/y;
const CHARACTERS = { '"': '"', "'": "'", '\\': '\\', n: '\n', t: '\t', r: '\r' };
const VARIABLE = /\$(?:\{([A-Za-z0-9_]+)\}|([A-Za-z0-9_]+))?/y;

/**
 * What the variables tell. The host that the visitor asked for comes before what nginx made of it,
 * and that before its own name.
 *
 * Source: https://nginx.org/en/docs/varindex.html
 */
const VARIABLES = meanings([
  ['request', 'request', 'request'],
  ['request_method', 'word', 'method'],
  ['request_uri', 'text', 'path', 0],
  ['uri', 'text', 'path', 1],
  ['document_uri', 'text', 'path', 2],
  ['args', 'text', 'query'],
  ['query_string', 'text', 'query'],
  ['status', 'status', 'status'],
  ['http_host', 'word', 'host', 0],
  ['host', 'word', 'host', 1],
  ['server_name', 'word', 'host', 2],
  ['server_protocol', 'word', 'protocol'],
  // The balancer in front says who made the connection to it.
  ['proxy_protocol_addr', 'word', 'client', 0],
  ['remote_addr', 'list', 'client', 1],
  ['realip_remote_addr', 'word', 'peer'],
  ['http_x_forwarded_for', 'list', 'forwarded', 0],
  ['proxy_add_x_forwarded_for', 'list', 'forwarded', 1],
]);
const HEADER = 'http_';
const ANSWER = /^(?:sent|upstream)_http_(\w+)$/;
/** Servers behind nginx, of which there may be several: `0.001, 0.002 : 0.003`. */
const UPSTREAM = 'upstream_';

const TIMES: Readonly<Record<string, string>> = {
  time_local: '%d/%b/%Y:%H:%M:%S %z',
  time_iso8601: '%Y-%m-%dT%H:%M:%S%z',
  msec: '%s.%L',
};

/** What nginx calls the ways to escape, and what they are. */
const ESCAPES: Readonly<Record<string, Escaping>> = {
  default: 'backslash',
  json: 'json',
  none: 'none',
};

/**
 * Reads a format of nginx's `log_format`. The whole directive may stand around it, with its pieces in
 * quotes and with comments.
 *
 * Source: https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 *
 * @throws FormatStringFault when it is none
 */
export function parseNginx(written: string): ParsedFormat {
  const { format, escaping } = formatIn(SourceText.of(written));
  const { text } = format;
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', from)) {
    pieces.push(text.slice(from, at));
    VARIABLE.lastIndex = at;
    const [name = '$', inBraces, bare] = VARIABLE.exec(text) ?? [];
    const variable = inBraces ?? bare;
    if (variable === undefined)
      throw faultAt('$', format.placeOf(at), 'begins no variable of nginx, such as $status');
    pieces.push(directive(name, format.placeOf(at), variable.toLowerCase()));
    from = at + name.length;
  }
  pieces.push(text.slice(from));
  return { pieces, escaping, open: false };
}

/** Returns the format without what stands around it, and how the server escapes. */
function formatIn(written: SourceText): { format: SourceText; escaping: Escaping } {
  const head = HEAD.exec(written.text)?.[0].length ?? 0;
  const behindHead = written.slice(head);
  const escape = ESCAPE.exec(behindHead.text);
  const body = behindHead.slice(escape?.[0].length ?? 0);
  const format = isInPieces(body.text, head > 0) ? joinPieces(body) : body;
  return { format, escaping: escapingOf(escape?.[1] ?? 'default') };
}

/** A text that begins with a quote may be in pieces, or have its first field in quotes. */
function isInPieces(text: string, isDirective: boolean): boolean {
  if (isDirective) return true;
  const start = text.trimStart();
  if (start.startsWith("'")) return true;
  if (!start.startsWith('"')) return false;
  const close = closingQuote(start, 0) ?? 0;
  return /^\s*(?:;|$)/.test(start.slice(close + 1, close + 257)) || start.includes('\\"');
}

function joinPieces(body: SourceText): SourceText {
  const { text } = body;
  const pieces: SourceText[] = [];
  let at = 0;
  for (;;) {
    BETWEEN.lastIndex = at;
    BETWEEN.exec(text);
    at = Math.max(at, BETWEEN.lastIndex);
    if (at >= text.length || text[at] === ';') return SourceText.join(pieces);
    const end = endOfPiece(text, at);
    if (end === undefined)
      throw new FormatStringFault(
        `The format string is not complete: nothing ends the text in quotes that begins at character ${body.placeOf(at)}.`,
      );
    const isQuoted = text[at] === "'" || text[at] === '"';
    const piece = isQuoted ? body.slice(at + 1, end - 1) : body.slice(at, end);
    pieces.push(piece.unescaped(CHARACTERS));
    at = end;
  }
}

/** Returns where the piece ends that begins here; undefined when nothing ends it. */
function endOfPiece(text: string, at: number): number | undefined {
  if (text[at] === "'" || text[at] === '"') {
    const close = closingQuote(text, at);
    return close === undefined ? undefined : close + 1;
  }
  BARE.lastIndex = at;
  BARE.exec(text);
  return BARE.lastIndex;
}

function escapingOf(name: string): Escaping {
  const escaping = Object.hasOwn(ESCAPES, name) ? ESCAPES[name] : undefined;
  if (escaping) return escaping;
  throw new FormatStringFault(
    `escape=${shown(name)} is no way in which nginx escapes: it is default, json or none.`,
  );
}

function directive(name: string, at: number, variable: string): Directive {
  const time = Object.hasOwn(TIMES, variable) ? timeOf(TIMES[variable] ?? '') : undefined;
  if (time) return { name, at, form: 'time', time };
  if (variable === 'is_args')
    return { name, at, form: 'text', fact: 'query', rank: 1, begins: '?' };
  return { name, at, ...meaningOf(variable) };
}

function timeOf(text: string): TimeFormat | undefined {
  const time = compileStrftime(text);
  return 'pattern' in time ? time : undefined;
}

/** Any module may define variables, and `map` and `set` do, so none is unknown. */
function meaningOf(variable: string): Meaning {
  const known = VARIABLES.get(variable);
  if (known) return known;
  const answer = ANSWER.exec(variable)?.[1];
  if (answer !== undefined) return meaningOfAnswer(answer.replaceAll('_', '-'));
  if (variable.startsWith(UPSTREAM)) return { form: 'list' };
  return variable.startsWith(HEADER)
    ? meaningOfHeader(variable.slice(HEADER.length).replaceAll('_', '-'))
    : meaningOfName(variable);
}
