import type { AttemptFault } from '@app/contracts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long to wait after each attempt that failed: soon at first, because most failures are short,
 * and altogether for a day, because a receiver may be away for a night.
 */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  8 * HOUR_MS,
  9 * HOUR_MS,
];
/** Messages that failed together do not come back together. */
const JITTER = 0.1;
const LONGEST_ASKED_MS = 9 * HOUR_MS;
const GONE = 410;
/** Answers whose `Retry-After` is respected: too many requests, and unavailable. */
const ASK_LATER: readonly number[] = [429, 503];

/** How an attempt ended. The status is null when there was no answer. */
export interface Outcome {
  status: number | null;
  /** Null when it succeeded. */
  fault: AttemptFault | null;
  /** The header `Retry-After` of the answer. */
  retryAfter?: string | undefined;
}

/** What a status of an answer means. */
export function faultOf(status: number): AttemptFault | null {
  if (status >= 200 && status <= 299) return null;
  if (status === GONE) return 'gone';
  return status >= 300 && status <= 399 ? 'redirected' : 'error_status';
}

/**
 * What follows an attempt. `gone`: the receiver says that nobody shall ask again. `failed`: it was the
 * last one.
 */
export type Next =
  | { kind: 'delivered' }
  | { kind: 'again'; afterMs: number }
  | { kind: 'failed' }
  | { kind: 'gone' };

export interface Attempt {
  outcome: Outcome;
  /** 1 for the first. */
  number: number;
  /** A test is for somebody who looks at it now. */
  isTest: boolean;
  /** When the answer came, in epoch milliseconds. */
  now: number;
  /** From 0 to 1. */
  random: number;
}

export function afterAttempt(
  { outcome: { fault, status, retryAfter }, number, isTest, now, random }: Attempt,
  pausesMs: readonly number[] = PAUSES_MS,
): Next {
  if (fault === null) return { kind: 'delivered' };
  if (isTest) return { kind: 'failed' };
  if (fault === 'gone') return { kind: 'gone' };
  const pause = pausesMs[number - 1];
  if (pause === undefined) return { kind: 'failed' };
  const asked = status !== null && ASK_LATER.includes(status) ? readPause(retryAfter, now) : 0;
  const afterMs = Math.max(pause, Math.min(asked, LONGEST_ASKED_MS));
  return { kind: 'again', afterMs: Math.round(afterMs * (1 + JITTER * random)) };
}

/** Reads `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). 0 when it says nothing. */
function readPause(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const time = Date.parse(header);
  return Number.isNaN(time) ? 0 : Math.max(0, time - now);
}
