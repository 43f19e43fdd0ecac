import { readRefusal, type Refusal } from './refusal.js';

/** Statuses after which the service, or a proxy in front of it, may soon answer differently. */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
/**
 * Statuses of a service that works and says when it will accept more. The client waits for it
 * without limit.
 */
const BUSY = new Set([409, 429]);

const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_BACKOFF_MS = 15_000;
const JITTER = 0.25;

/** A whole answer. */
export interface Answer {
  status: number;
  /** Value of the header `Retry-After`. */
  retryAfter: string | null;
  text: string;
}

/** What an answer means. */
export type AnswerVerdict =
  | { kind: 'accepted'; body: unknown }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'retry'; reason: string; retryAfter: string | null; busy: boolean };

/**
 * Tells what an answer means.
 *
 * @throws SyntaxError when an answer that accepts is not JSON, so it came from something else
 */
export function judgeAnswer({ status, text, retryAfter }: Answer): AnswerVerdict {
  if (status >= 200 && status < 300) return { kind: 'accepted', body: JSON.parse(text) as unknown };
  const refusal = readRefusal(status, text);
  if (!PASSING.has(status)) return { kind: 'refused', refusal };
  const reason = `${status} ${refusal.message}`.trim();
  return { kind: 'retry', reason, retryAfter, busy: BUSY.has(status) };
}

/**
 * Returns how long to wait before the next attempt, in milliseconds: what `Retry-After` asks for,
 * otherwise twice as long after each failure. It is spread by up to a quarter, so that senders do
 * not come back together.
 *
 * @param retryAfter header in seconds, null when there is none
 * @param failures in a row, from 1
 * @param random 0 to 1
 */
export function waitBeforeRetry(
  retryAfter: string | null,
  failures: number,
  random: number,
): number {
  const seconds = retryAfter === null ? NaN : Number(retryAfter);
  const asked = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10), LONGEST_BACKOFF_MS);
  const wait = Math.min(asked ?? backoff, LONGEST_WAIT_MS);
  return Math.round(wait * (1 + JITTER * random));
}
