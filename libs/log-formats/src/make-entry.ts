import {
  OPTIONAL_FIELDS,
  type OptionalName,
  parseTimestamp,
  type SentLogEntry,
  type TimestampVerdict,
} from '@app/contracts';
import { type ReaderOptions, type RecordResult, reject } from './record-reader.js';

/** What a log says about one request, in the log's own words. */
export interface RequestFacts extends OptionalFacts {
  /** The result of `createTimeReader`. */
  time: ReadTime;
  method: string;
  /** Empty or `-` when the log does not name a host. */
  host: string;
  /** Path or URL, with or without its query. */
  path: string;
  status: number;
  /** One address or a list of addresses; empty or `-` when there is none. */
  ip: string;
  userAgent: string;
  /** Tells this visit from every other of the same source; empty or `-` when there is none. */
  id?: string;
}

/**
 * The texts that not every log has, by the table of fields. They are undefined when the log does not
 * have them, and empty or `-` when the visitor did not send them.
 */
type OptionalFacts = { [Name in OptionalName]?: string | undefined };

/** The method that the service gives to a request without a readable one. */
const NO_METHOD = 'OTHER';

/**
 * Returns the facts as an entry that the service will accept, or the reason why it would refuse it.
 * Only values that a server writes can be wrong. Values that a visitor sent are kept, and the
 * service sanitises them.
 */
export function makeEntry(facts: RequestFacts, { host }: ReaderOptions): RecordResult {
  const { time, status } = facts;
  if (time === undefined) return NO_TIME;
  if ('fault' in time) return reject('bad_time', `has a time that ${time.fault}`);
  if (!Number.isInteger(status) || status < 0 || status > 999) {
    return BAD_STATUS;
  }
  const entry: SentLogEntry = {
    timestamp: time.time,
    method: presentOr(facts.method, NO_METHOD),
    host: presentOr(facts.host, host),
    path: facts.path === '' ? '/' : facts.path,
    status_code: status,
    ip: presentOr(facts.ip, ''),
    user_agent: presentOr(facts.userAgent, ''),
  };
  for (const { field, name, emptyIsSaid } of OPTIONAL_FIELDS) {
    const text = facts[name];
    if (text === undefined) continue;
    if (isPresent(text)) entry[field] = text;
    else if (emptyIsSaid) entry[field] = '';
  }
  const id = presentOr(facts.id, '');
  return id === '' ? { kind: 'entry', entry } : { kind: 'entry', entry, id };
}

const NO_TIME = reject('no_time', 'has no time');
const BAD_STATUS = reject('bad_status', 'has a status that is not an integer from 0 to 999');

/** Undefined means that there is no time. */
export type ReadTime = TimestampVerdict | undefined;

/**
 * Reads a time: a number of milliseconds, or ISO 8601 text. Undefined means that there is no time.
 */
export type TimeReader = (time: number | string | undefined) => ReadTime;

/**
 * Returns a reader that remembers its last answer, because neighbouring lines of a log often have
 * the same second.
 */
export function createTimeReader(options: ReaderOptions): TimeReader {
  return rememberLast((time) =>
    time === undefined || time === ''
      ? undefined
      : parseTimestamp(time, { now: options.now, retentionDays: 0 }),
  );
}

/**
 * Returns a status that a log writes as a number or as up to three digits. Anything else is NaN,
 * which makes no entry.
 */
export function statusOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && STATUS.test(value) ? Number(value) : NaN;
}

const STATUS = /^\d{1,3}$/;

export function rememberLast<Value, Result>(work: (value: Value) => Result) {
  let last: { value: Value; result: Result } | undefined;
  return (value: Value): Result => {
    if (!last || last.value !== value) last = { value, result: work(value) };
    return last.result;
  };
}

/** Logs write `-` for a missing value. */
function isPresent(text: string): boolean {
  return text !== '' && text !== '-';
}

/** Returns a text of a log, or another one where the log has none. */
export function presentOr(text: string | undefined, absent: string): string {
  return text !== undefined && isPresent(text) ? text : absent;
}
