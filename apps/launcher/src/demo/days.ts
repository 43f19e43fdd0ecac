export const DAY_MS = 86_400_000;

export type Interval = 'hour' | 'day' | 'week' | 'month';

/** First and last moment of a log, epoch milliseconds; undefined while it is empty. */
export interface Span {
  first: number;
  last: number;
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d+))?(?:[Zz]|([+-]\d{2}):?(\d{2})?)?)?$/;

/**
 * The moment a log entry names, epoch milliseconds: a number of them, or an ISO 8601 text (UTC when
 * it has no offset). Undefined for what the API will refuse.
 */
export function momentOf(timestamp: unknown): number | undefined {
  if (typeof timestamp === 'number') return Number.isFinite(timestamp) ? timestamp : undefined;
  const parts = typeof timestamp === 'string' ? ISO.exec(timestamp) : null;
  if (!parts) return undefined;
  const [, day, time = '00:00', seconds = ':00', fraction = '', hours, minutes = '00'] = parts;
  const offset = hours ? `${hours}:${minutes}` : 'Z';
  const moment = Date.parse(
    `${day}T${time}${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`,
  );
  return Number.isNaN(moment) ? undefined : moment;
}

/** The span that includes one more moment. */
export function widen(span: Span | undefined, moment: number): Span {
  if (!span) return { first: moment, last: moment };
  return { first: Math.min(span.first, moment), last: Math.max(span.last, moment) };
}

/** The UTC day of a moment, `YYYY-MM-DD`. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** How many UTC days a span touches. */
export function daysOf({ first, last }: Span): number {
  return Math.floor(last / DAY_MS) - Math.floor(first / DAY_MS) + 1;
}

/** The finest interval that still fits on a screen. */
export function intervalFor(days: number): Interval {
  if (days <= 2) return 'hour';
  if (days <= 45) return 'day';
  return days <= 300 ? 'week' : 'month';
}
