import { createTimeReader, makeEntry } from '../make-entry.js';
import {
  isBlank,
  type LogParser,
  NOTHING,
  type ParsedLine,
  type ParserOptions,
  reject,
} from '../parsed-line.js';
import { visitorAddress } from '../text/address.js';
import { decodePercent } from '../text/escapes.js';

/** The rules of one dialect of the W3C Extended Log File Format. */
export interface Dialect {
  decodeUserAgent(text: string): string;
  /** Returns why a log with these fields is not of this dialect, or undefined when it is. */
  foreign(fields: string[]): string | undefined;
}

const NAMES = {
  date: ['date'],
  time: ['time'],
  method: ['cs-method'],
  // The host that the visitor asked for takes precedence over the CDN's own name.
  host: ['x-host-header', 'cs-host', 'cs(host)'],
  path: ['cs-uri-stem', 'cs-uri'],
  status: ['sc-status'],
  ip: ['c-ip'],
  forwarded: ['x-forwarded-for', 'cs(x-forwarded-for)'],
  userAgent: ['cs(user-agent)'],
  referer: ['cs(referer)'],
} as const;
type Name = keyof typeof NAMES;

/** Without these fields, a line says nothing about a visit. */
const NEEDED: Name[] = ['time', 'path', 'status'];
const QUOTED_OR_BARE = /"(?:[^"]|"")*"|[^ \t"]\S*/g;

/** The column of each fact in a line. */
interface Columns {
  count: number;
  at: Partial<Record<Name, number>>;
}

/**
 * Reads a log whose `#Fields:` directives name its columns. A server writes these directives again
 * at each start, and may change the columns then.
 *
 * Source: https://www.w3.org/TR/WD-logfile.html
 */
export function createExtendedLogParser(dialect: Dialect, options: ParserOptions): LogParser {
  const readTime = createTimeReader(options);
  const directives: { fields?: string; date?: string } = {};
  let columns: Columns | string = 'comes before a #Fields: line that names its fields';

  const parse = (line: string): ParsedLine => {
    const [, name, value = ''] = /^#(Fields|Date):[ \t]*(.*)$/i.exec(line) ?? [];
    if (name?.toLowerCase() === 'date') directives.date = line;
    if (name?.toLowerCase() === 'fields') {
      directives.fields = line;
      columns = readColumns(value, dialect);
    }
    if (isBlank(line)) return NOTHING;
    return typeof columns === 'string' ? reject(columns) : parseRow(line, columns);
  };

  const parseRow = (line: string, { count, at }: Columns): ParsedLine => {
    const values = cutRow(line, count);
    if (values.length !== count) {
      return reject(`has ${values.length} fields where #Fields: names ${count}`);
    }
    const value = (name: Name) => {
      const index = at[name];
      return index === undefined ? '' : (values[index] ?? '');
    };
    const date = value('date') || /\d{4}-\d{2}-\d{2}/.exec(directives.date ?? '')?.[0] || '';
    return makeEntry(
      {
        time: readTime(`${date}T${value('time')}Z`),
        method: value('method'),
        host: value('host'),
        path: value('path'),
        status: /^\d{1,3}$/.test(value('status')) ? Number(value('status')) : NaN,
        ip: visitorAddress(value('ip'), decodePercent(value('forwarded'))),
        userAgent: dialect.decodeUserAgent(value('userAgent')),
        referer: value('referer'),
      },
      options,
    );
  };

  return {
    parse,
    preamble: () => [directives.date, directives.fields].filter((line) => line !== undefined),
  };
}

function readColumns(text: string, dialect: Dialect): Columns | string {
  const fields = text.trim().toLowerCase().split(/\s+/);
  const foreign = dialect.foreign(fields);
  if (foreign !== undefined) return foreign;
  const at: Columns['at'] = {};
  for (const name of Object.keys(NAMES) as Name[]) {
    const index = NAMES[name].map((field) => fields.indexOf(field)).find((found) => found >= 0);
    if (index !== undefined) at[name] = index;
  }
  const missing = NEEDED.find((name) => at[name] === undefined);
  if (missing !== undefined) return `comes after a #Fields: line without ${NAMES[missing][0]}`;
  return { count: fields.length, at };
}

/**
 * Fields are separated by tabs or single spaces. Quoted texts with spaces are rare, so they are
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
