import { timestamp } from './cover-values.js';
import type { DayRange } from './report-questions.js';

/** Whole UTC hours: `from` is inclusive, `to` exclusive. */
export type HourRange = DayRange;

const DAY_MS = 86_400_000;

/**
 * Returns the range and the UTC days that are completely in it, in the order in which statements
 * take them. Without such a day, all of the range is the first edge.
 */
export function edgesOf({ from, to }: HourRange): [Date, Date, Date, Date] {
  const first = Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const last = Math.floor(to.getTime() / DAY_MS) * DAY_MS;
  return first <= last ? [from, new Date(first), new Date(last), to] : [from, to, to, to];
}

/** The bounds of a range and of its whole days, as parameters. */
export function edges(range: HourRange) {
  const [from, wholeFrom, wholeTo, to] = edgesOf(range).map(timestamp) as [
    string,
    string,
    string,
    string,
  ];
  return { from, wholeFrom, wholeTo, to };
}

/** Returns the UTC days that decide whether a bot has enough visits to have its name. */
export function touchedDays({ from, to }: HourRange): DayRange {
  return {
    from: new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS),
    to: new Date(Math.ceil(to.getTime() / DAY_MS) * DAY_MS),
  };
}
