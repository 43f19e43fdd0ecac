/** The first and the last day that reports may include. They bound the length of a series. */
export const EARLIEST_DATE = '2000-01-01';
export const LATEST_DATE = '2099-12-31';

/** Days of UTC, `YYYY-MM-DD`, both inclusive. Null means that there is no bound on that side. */
export interface DayBounds {
  from: string | null;
  to: string | null;
}
