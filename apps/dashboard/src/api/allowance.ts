/** What the service still allows in the current minute, as the headers of an answer say. */
export interface Allowance {
  /** Requests a minute. */
  limit: number;
  /** Requests that are left of them. */
  remaining: number;
  /** When the minute ends, in milliseconds since 1970 by the clock of this browser. */
  resetAt: number;
}

/**
 * The part of a limit that the page leaves alone while it refreshes by itself. All windows and all
 * people of an account have one limit, and what somebody opens or chooses comes first.
 */
const KEPT_FOR_PEOPLE = 1 / 4;
const MINUTE_MS = 60_000;

/** Returns what an answer says about its limit, or undefined when it does not. */
export function allowanceIn(headers: Pick<Headers, 'get'>, now: number): Allowance | undefined {
  const numberIn = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
  const [limit, remaining, reset] = [numberIn('limit'), numberIn('remaining'), numberIn('reset')];
  if (!(limit > 0 && remaining >= 0 && reset > 0)) return undefined;
  // The clock of the service may be another one.
  const sent = Date.parse(headers.get('date') ?? '') || now;
  const left = Math.min(Math.max(0, reset * 1_000 - sent), MINUTE_MS);
  return { limit, remaining, resetAt: now + left };
}

/**
 * Returns until when the page asks nothing by itself, in milliseconds since 1970. The time is over
 * already when it may ask.
 */
export function restUntil(allowance: Allowance | undefined): number {
  if (!allowance) return 0;
  const { limit, remaining, resetAt } = allowance;
  return remaining < limit * KEPT_FOR_PEOPLE ? resetAt : 0;
}
