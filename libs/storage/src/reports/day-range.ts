/** Whole UTC days: `from` inclusive, `to` exclusive, both midnights. */
export interface DayRange {
  from: Date;
  to: Date;
}

export function dayBounds({ from, to }: DayRange): [string, string] {
  return [timestamp(from), timestamp(to)];
}

/** As text with an offset: a Date would be written in the process's own time zone. */
export function timestamp(date: Date): string {
  // After 9999-12-31 a year has a sign and six digits in JavaScript, which PostgreSQL does not read.
  return date.toISOString().replace(/^\+0*/, '');
}
