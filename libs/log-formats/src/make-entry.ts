import { parseTimestamp, type SentLogEntry, type TimestampVerdict } from '@app/contracts';
import { type ParsedLine, type ParserOptions, reject } from './parsed-line.js';

/** What a log says of one request, in the log's own words. */
export interface RequestFacts {
  /** As `createTimeReader` reads it. */
  time: TimestampVerdict;
  method: string;
  /** Empty or `-` when the log names none. */
  host: string;
  /** Path or URL, with its query or without. */
  path: string;
  status: number;
  /** One address or a list; empty or `-` when there is none. */
  ip: string;
  userAgent: string;
  referer: string | undefined;
}

/** What the service takes a request without a readable method for. */
const NO_METHOD = 'OTHER';

/**
 * The facts as an entry that the service will accept, or why it would refuse it. Only what a server
 * writes can be wrong: whatever a visitor sent is kept for the service to put right.
 */
export function makeEntry(facts: RequestFacts, { host }: ParserOptions): ParsedLine {
  const { time, status } = facts;
  if ('fault' in time) return reject(`has a time that ${time.fault}`);
  if (!Number.isInteger(status) || status < 0 || status > 999) {
    return reject('has a status that is no integer from 0 to 999');
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

/** Reads times: a number of milliseconds, or ISO 8601; undefined is no time at all. */
export type TimeReader = (time: number | string | undefined) => TimestampVerdict;

/** A reader that remembers its last answer: neighbours in a log often share their second. */
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

/** Logs write `-` for what was absent. */
function presentOr<T>(text: string | undefined, absent: T): string | T {
  return text === undefined || text === '' || text === '-' ? absent : text;
}
