/** Whole UTC days. Both ends are midnights: `from` is inclusive, `to` exclusive. */
export interface DayRange {
  from: Date;
  to: Date;
}

export function dayBounds({ from, to }: DayRange): [string, string] {
  return [timestamp(from), timestamp(to)];
}

/**
 * Returns a time as text with an offset, because the driver would write a Date in the process's
 * time zone.
 */
export function timestamp(date: Date): string {
  // After 9999-12-31, a year has a sign and six digits in JavaScript, and PostgreSQL cannot read
  // it.
  return date.toISOString().replace(/^\+0*/, '');
}
