import { withoutSyslogHead } from '../text/syslog-head.js';
import {
  createTimeReader,
  makeEntry,
  presentOr,
  type ReadTime,
  type RequestFacts,
  statusOf,
} from '../make-entry.js';
import {
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
  skipOf,
} from '../record-reader.js';
import { visitorAddress, visitorProtocol } from '../text/address.js';
import { decodePercent } from '../text/escapes.js';
import { hostAndPath } from '../text/request-line.js';
import { instantOf } from '../text/times.js';
import { findInHeaderColumns } from './header-columns.js';
import { byHeader, headerColumns, withHeaders } from './header-facts.js';

/** The rules of one dialect of the W3C Extended Log File Format. */
export interface Dialect {
  decodeUserAgent(text: string): string;
  /** Returns why a log with these columns is not of this dialect, or undefined when it is. */
  foreign(fields: readonly string[]): string | undefined;
  /** Tells whether a row with this method stands for no visit. */
  isNoVisit?(method: string): boolean;
  /** The names of the host that the visitor asked for, the best first. */
  host?: readonly string[];
  /** The columns of a log that does not name them. New ones are added behind the last one. */
  fields?: readonly string[];
}

const NAMES = {
  /** One column for date and time, since 1970. */
  instant: ['timestamp(ms)', 'timestamp'],
  // The local times of IIS Advanced Logging have no zone.
  date: ['date', 'date-local'],
  time: ['time', 'time-local'],
  method: ['cs-method'],
  // The host that the visitor asked for takes precedence over the CDN's own name.
  host: ['x-host-header', 'cs-host', 'cs(host)'],
  path: ['cs-uri-stem', 'cs-uri'],
  status: ['sc-status', 'c-status'],
  ip: ['c-ip'],
  // The other names are of columns that IIS is given for a header of a proxy.
  forwarded: [
    ...['x-forwarded-for', 'cs(x-forwarded-for)', 'cf-connecting-ip', 'cs(cf-connecting-ip)'],
    ...['true-client-ip', 'cs(true-client-ip)', 'x-real-ip', 'cs(x-real-ip)', 'x-client-ip'],
    ...['cs(x-client-ip)', 'originalip', 'original-ip', 'x-original-ip'],
  ],
  userAgent: ['cs(user-agent)', 'cs-user-agent'],
  referer: ['cs(referer)', 'cs-referer', 'cs(referrer)'],
  contentType: ['sc-content-type', 'sc(content-type)'],
  country: ['c-country'],
  asn: ['asn'],
  // CloudFront's name, and that of IIS.
  protocol: ['cs-protocol-version', 'cs-version'],
  ...byHeader(headerColumns),
  headers: ['cs-headers'],
  headerNames: ['cs-header-names'],
  id: ['x-edge-request-id'],
} as const;
type Name = keyof typeof NAMES;

/** Columns that a directive may name. The largest known log has 40 and the headers of its operator. */
const MOST_COLUMNS = 512;

/** Without these columns, a line says nothing about a visit. */
const NEEDED: Name[] = ['path', 'status'];
const QUOTED_OR_BARE = /"(?:[^"]|"")*"|[^ \t"]\S*/g;
const DIRECTIVE = /^#(Fields|Date):(.*)$/i;

/** Which column holds each fact; -1 means none. */
interface Columns {
  count: number;
  /** Whether more columns may follow, because nobody named them. */
  open: boolean;
  at: Record<Name, number>;
}

/**
 * Reads a log whose `#Fields:` directives name its columns. A server writes these directives again
 * at each start, and may change the columns then. A log without directives has the columns of the
 * options, otherwise those of its dialect.
 *
 * Source: https://www.w3.org/TR/WD-logfile.html
 */
export function createExtendedLogReader(dialect: Dialect, options: ReaderOptions): RecordReader {
  const readTime = createTimeReader(options);
  const directives: { fields?: string; date?: string } = {};
  let columns: Columns | string = 'comes before a #Fields: line that names its columns';
  if (dialect.fields) columns = readColumns(dialect.fields, dialect, true);
  if (options.fields) columns = readColumns(options.fields, dialect);
  if (options.fields) directives.fields = `#Fields: ${options.fields.join(' ')}`;

  const readDirective = (line: string): void => {
    const [, name, value = ''] = DIRECTIVE.exec(line) ?? [];
    if (name?.toLowerCase() === 'date') directives.date = line;
    if (name?.toLowerCase() === 'fields') {
      directives.fields = line;
      columns = readColumns(value.trim().split(/\s+/, MOST_COLUMNS + 1), dialect);
    }
  };

  const readRow = (values: readonly string[]): RecordResult => {
    if (typeof columns === 'string') return reject('wrong_columns', columns);
    const { count, open, at } = columns;
    if (open && values.length < count) {
      const message = `has ${values.length} columns where all ${count} are expected: name its columns`;
      return reject('wrong_columns', message);
    }
    if (!open && values.length !== count) {
      return reject('wrong_columns', `has ${values.length} columns where ${count} are named`);
    }
    const value: ValueOf = (name) => (at[name] < 0 ? undefined : values[at[name]]);
    if (dialect.isNoVisit?.(value('method') ?? '')) return NO_VISIT;
    const time = readTime(
      instantOf(value('instant')) ??
        isoOf(value('date') ?? '', value('time') ?? '', directives.date),
    );
    return makeEntry(factsOf(time, value, dialect), options);
  };

  const read = (record: unknown) => (isRow(record) ? readRow(record) : NO_ROW);
  return {
    read,
    readValue: (value) => [read(value)],
    readLine: (line) => {
      const text = withoutSyslogHead(line);
      if (text.startsWith('#')) readDirective(text);
      const count = typeof columns === 'string' ? 0 : columns.count;
      return [skipOf(text) ?? readRow(cutRow(text, count))];
    },
    split: (line) => [line],
    preamble: () => [directives.date, directives.fields].filter((line) => line !== undefined),
  };
}

/** Returns the value of a column; undefined when the log does not have it. */
type ValueOf = (name: Name) => string | undefined;

function factsOf(time: ReadTime, value: ValueOf, dialect: Dialect): RequestFacts {
  const peer = value('ip') ?? '';
  const forwarded = value('forwarded');
  const ip = forwarded === undefined ? peer : visitorAddress(peer, decodedList(forwarded));
  const { host, path } = hostAndPath(value('path') ?? '');
  const findHeader = findInHeaderColumns(value('headers'), value('headerNames'));
  return withHeaders(
    {
      time,
      method: value('method') ?? '',
      host: presentOr(value('host'), host),
      path,
      status: statusOf(value('status')),
      ip,
      userAgent: dialect.decodeUserAgent(value('userAgent') ?? ''),
      referer: value('referer'),
      contentType: value('contentType'),
      country: value('country'),
      asn: value('asn'),
      protocol: visitorProtocol(value('protocol'), peer, ip),
      id: value('id'),
    },
    (fact) => value(fact) ?? findHeader(fact),
  );
}

/** Returns a list of forwarded addresses, whose spaces may be written as `+`. */
function decodedList(text: string): string {
  return decodePercent(text).replaceAll('+', ' ');
}

/** A date in the columns takes precedence over the date in the head of the log. */
function isoOf(date: string, time: string, head = ''): string {
  if (time === '' || time === '-') return '';
  return `${date || /\d{4}-\d{2}-\d{2}/.exec(head)?.[0] || ''}T${time}Z`;
}

const NO_ROW = reject('unknown_shape', 'is not a list of columns');

function isRow(record: unknown): record is string[] {
  return Array.isArray(record) && record.every((value) => typeof value === 'string');
}

function readColumns(names: readonly string[], dialect: Dialect, open = false): Columns | string {
  if (names.length > MOST_COLUMNS) return `comes after a list of more than ${MOST_COLUMNS} columns`;
  const fields = names.map((name) => name.toLowerCase());
  const foreign = dialect.foreign(fields);
  if (foreign !== undefined) return foreign;
  const place = (wanted: readonly string[]): number =>
    wanted.map((name) => fields.indexOf(name)).find((found) => found >= 0) ?? -1;
  const at = Object.fromEntries(
    Object.entries({ ...NAMES, ...(dialect.host && { host: dialect.host }) }).map(
      ([name, wanted]) => [name, place(wanted)],
    ),
  ) as Columns['at'];
  if (at.time < 0 && at.instant < 0) return missing('time');
  const absent = NEEDED.find((name) => at[name] < 0);
  return absent === undefined ? { count: fields.length, open, at } : missing(absent);
}

const missing = (name: Name): string => `comes after a list of columns without ${NAMES[name][0]}`;

/**
 * Columns are separated by tabs or single spaces. Quoted texts with spaces are rare, so they are
 * tried last.
 */
function cutRow(line: string, count: number): string[] {
  const values = line.split(line.includes('\t') ? '\t' : ' ');
  if (values.length === count || !line.includes('"')) return values;
  const quoted = line.match(QUOTED_OR_BARE) ?? [];
  return quoted.map((text) =>
    text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text,
  );
}
