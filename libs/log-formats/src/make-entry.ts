import { parseTimestamp, type SentLogEntry, type TimestampVerdict } from '@app/contracts';
import { type ParsedLine, type ParserOptions, reject } from './parsed-line.js';

/** What a log says about one request, in the log's own words. */
export interface RequestFacts {
  /** The result of `createTimeReader`. */
  time: TimestampVerdict;
  method: string;
  /** Empty or `-` when the log does not name a host. */
  host: string;
  /** Path or URL, with or without its query. */
  path: string;
  status: number;
  /** One address or a list of addresses; empty or `-` when there is none. */
  ip: string;
  userAgent: string;
  referer: string | undefined;
}

/** The method that the service gives to a request without a readable one. */
const NO_METHOD = 'OTHER';

/**
 * Returns the facts as an entry that the service will accept, or the reason why it would refuse it.
 * Only values that a server writes can be wrong. Values that a visitor sent are kept, and the
 * service sanitises them.
 */
export function makeEntry(facts: RequestFacts, { host }: ParserOptions): ParsedLine {
  const { time, status } = facts;
  if ('fault' in time) return reject(`has a time that ${time.fault}`);
  if (!Number.isInteger(status) || status < 0 || status > 999) {
    return reject('has a status that is not an integer from 0 to 999');
  }
  const referer = presentOr(facts.referer, undefined);
  const entry: SentLogEntry = {
    timestamp: time.time,
    method: presentOr(facts.method, NO_METHOD),
    host: presentOr(facts.host, host),
    path: facts.path === '' ? '/' : facts.path,
    status_code: status,
    ip: presentOr(facts.ip, ''),
    user_agent: presentOr(facts.userAgent, ''),
  };
  if (referer !== undefined) entry.referer = referer;
  return { kind: 'entry', entry };
}

/**
 * Reads a time: a number of milliseconds, or ISO 8601 text. Undefined means that there is no time.
 */
export type TimeReader = (time: number | string | undefined) => TimestampVerdict;

/**
 * Returns a reader that remembers its last answer, because neighbouring lines of a log often have
 * the same second.
 */
export function createTimeReader({ now }: ParserOptions): TimeReader {
  return rememberLast((time) => parseTimestamp(time ?? '', { now, retentionDays: 0 }));
}

export function rememberLast<Value, Result>(work: (value: Value) => Result) {
  let last: { value: Value; result: Result } | undefined;
  return (value: Value): Result => {
    if (!last || last.value !== value) last = { value, result: work(value) };
    return last.result;
  };
}

/** Logs write `-` for a missing value. */
function presentOr<T>(text: string | undefined, absent: T): string | T {
  return text === undefined || text === '' || text === '-' ? absent : text;
}
