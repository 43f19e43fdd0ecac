import { daysOfPeriod, type Period } from '@app/contracts';
import { z } from 'zod';

/** The days of an answer, and when it was given. */
export const ANSWERED = {
  now: z.iso.datetime().describe('time of this answer, UTC; its date is today'),
};
export const OF_DAYS = {
  ...ANSWERED,
  period: z.object({
    start: z.iso.date().describe('first day, inclusive, UTC'),
    end: z.iso.date().describe('last day, inclusive, UTC'),
    includes_today: z
      .boolean()
      .describe('true: today is one of these days and is not over, so its counts still grow'),
  }),
};

/** Arguments that choose days. */
export interface ChosenDays {
  period: Period;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** First and last day, both inclusive, `YYYY-MM-DD`. */
export interface Days {
  start: string;
  end: string;
}

/**
 * Returns the days that arguments choose, or undefined when the API will refuse them: an `end_date`
 * without a `start_date`.
 *
 * @param now epoch milliseconds
 */
export function chosenDays(
  { period, start_date: start, end_date: end }: ChosenDays,
  now: number,
): Days | undefined {
  const today = dateOf(new Date(now));
  if (start !== undefined) return { start, end: end ?? today };
  if (end !== undefined) return undefined;
  const days = daysOfPeriod(period, new Date(today));
  return { start: dateOf(days.start), end: dateOf(days.end) };
}

/** Returns what an answer says about its days. */
export function periodOf({ start, end }: Days, now: number) {
  const today = dateOf(new Date(now));
  return { start, end, includes_today: start <= today && today <= end };
}

const dateOf = (time: Date): string => time.toISOString().slice(0, 10);
