import { OPTIONAL_NAMES, type OptionalName } from '@app/contracts';
import { readerOfLines } from '../carriers/line-reader.js';
import {
  createTimeReader,
  makeEntry,
  presentOr,
  type ReadTime,
  rememberLast,
  type RequestFacts,
} from '../make-entry.js';
import {
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
  skipOf,
} from '../record-reader.js';
import { visitorAddress, visitorProtocol } from '../text/address.js';
import { decodeAgent, unescapeJson, unescapeLog } from '../text/escapes.js';
import { hostOfUrl, readRequestLine, type RequestLine } from '../text/request-line.js';
import { addTimeParts, isZone, type TimeParts, timeOfParts } from '../text/strftime.js';
import { withoutSyslogHead } from '../text/syslog-head.js';
import { compileFormatString, type CompiledFormat, type Slot } from './compile.js';
import type { FormatString } from './format-string.js';
import { matchLine } from './matcher.js';
import { rejectOf } from './misfit.js';
import type { Escaping, FormatFact } from './pieces.js';

const UNESCAPE: Readonly<Record<Escaping, (text: string) => string>> = {
  backslash: unescapeLog,
  json: unescapeJson,
  none: (text) => text,
};
const NO_ZONE = reject(
  'bad_time',
  'has a time whose zone has a name that may mean several: an offset such as +0100 is read',
);
const NO_REQUEST_LINE: RequestLine = { method: '', target: '', protocol: '' };

/**
 * Returns a reader of the lines that a server wrote with a format string.
 *
 * @throws FormatStringFault which says what is wrong with it, and where
 */
export function createFormatStringReader(
  format: FormatString,
  options: ReaderOptions,
): RecordReader {
  const compiled = compileFormatString(format);
  const { matcher } = compiled;
  const values: string[] = matcher.steps.map(() => '');
  const entryOf = createEntryMaker(compiled, options);
  const beginsWithTime = matcher.steps[0]?.directive.form === 'time';

  /** Reads a line behind the head of a syslog daemon, which looks like the times of some formats. */
  return readerOfLines((line) => {
    const text = withoutSyslogHead(line);
    const skip = skipOf(text);
    if (skip) return skip;
    const first = beginsWithTime ? line : text;
    const misfit = matchLine(matcher, first, values);
    if (!misfit) return entryOf(values);
    const second = beginsWithTime ? text : line;
    const other = first === second ? misfit : matchLine(matcher, second, values);
    if (!other) return entryOf(values);
    return other.step > misfit.step
      ? rejectOf(matcher, other, second)
      : rejectOf(matcher, misfit, first);
  });
}

/** Returns what makes an entry of the values of a line. */
function createEntryMaker(
  compiled: CompiledFormat,
  options: ReaderOptions,
): (values: readonly string[]) => RecordResult {
  const { facts } = compiled;
  const unescape = UNESCAPE[compiled.escaping];
  const timeOf = createTimeOf(compiled, options);
  const textOf = (fact: FormatFact): Finder => finderOf(facts.get(fact) ?? [], unescape);
  const [method, host, path, query] = [
    textOf('method'),
    textOf('host'),
    textOf('path'),
    textOf('query'),
  ];
  const [request, status, client] = [textOf('request'), textOf('status'), textOf('client')];
  const [peer, forwarded, agent] = [textOf('peer'), textOf('forwarded'), textOf('userAgent')];
  const protocol = textOf('protocol');
  const others = [...facts.keys()]
    .filter((fact): fact is OptionalName => OPTIONAL_NAMES.has(fact) && fact !== 'protocol')
    .map((fact) => ({ fact, find: textOf(fact) }));

  return (values) => {
    const time = timeOf(values);
    if (time === UNKNOWN_ZONE) return NO_ZONE;
    const line = request(values);
    const asked = line === undefined ? NO_REQUEST_LINE : readRequestLine(line);
    const target = asked.target || withQuery(path(values) ?? '', query(values));
    const address = client(values) ?? '';
    const ip = visitorAddress(address, forwarded(values) ?? '');
    const version = asked.protocol || protocol(values);
    const statusText = status(values);
    const made: RequestFacts = {
      time,
      method: method(values) || asked.method,
      host: presentOr(host(values), '') || (target.startsWith('/') ? '' : hostOfUrl(target)),
      path: target,
      status: statusText === undefined || statusText === '-' ? 0 : Number(statusText),
      ip,
      userAgent: decodeAgent(agent(values) ?? ''),
      protocol: visitorProtocol(version, peer(values) ?? address, ip),
    };
    for (const { fact, find } of others) made[fact] = find(values);
    return makeEntry(made, options);
  };
}

/** Returns a value of a line; undefined when the format does not have it. */
type Finder = (values: readonly string[]) => string | undefined;

function finderOf(slots: readonly Slot[], unescape: (text: string) => string): Finder {
  const [first] = slots;
  if (!first) return () => undefined;
  const { slot, directive } = first;
  if (slots.length === 1 && !directive.conditional) return (values) => unescape(values[slot] ?? '');
  return (values) => {
    let found: string | undefined;
    for (const { slot, directive } of slots) {
      const value = values[slot] ?? '';
      if (presentOr(value, '') !== '') return unescape(value);
      // Where the server logs a value for some answers only, `-` says nothing about the visitor.
      if (!directive.conditional) found ??= value;
    }
    return found;
  };
}

function withQuery(path: string, query: string | undefined): string {
  const asked = presentOr(query, '');
  if (asked === '' || asked === '?') return path;
  return `${path}${asked.startsWith('?') ? '' : '?'}${asked}`;
}

const UNKNOWN_ZONE = Symbol('unknown zone');

/** Returns what reads the time of a line. Neighbouring lines often have the same one. */
function createTimeOf({ times, zone }: CompiledFormat, options: ReaderOptions) {
  const readTime = createTimeReader(options);
  const slots = zone ? [...times, zone] : times;
  const read = rememberLast((text: string): ReadTime | typeof UNKNOWN_ZONE => {
    const texts = text.split('\n');
    const parts: TimeParts = {};
    times.forEach(({ directive: { time } }, index) => {
      if (time) addTimeParts(parts, time, texts[index] ?? '');
    });
    const last = zone ? (texts[times.length] ?? '') : '';
    if (isZone(last)) parts.zone ??= last;
    if (parts.zone !== undefined && !isZone(parts.zone)) return UNKNOWN_ZONE;
    return readTime(timeOfParts(parts));
  });
  const [only] = slots;
  if (only && slots.length === 1)
    return (values: readonly string[]) => read(values[only.slot] ?? '');
  return (values: readonly string[]) =>
    read(slots.map(({ slot }) => values[slot] ?? '').join('\n'));
}
