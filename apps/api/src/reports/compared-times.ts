import type { ComparedUnit } from '@app/contracts';
import type { HourRange } from '@app/storage';
import {
  addDays,
  type DaySpan,
  formatHour,
  HOUR_MS,
  lengthOf,
  rangeOf,
  spanBefore,
  startOfToday,
} from './calendar.js';
import type { Zone } from './zone.js';

/** The days of a report, and when it is requested. */
export interface ReportTime {
  days: DaySpan;
  /** Undefined means that days are those of UTC. */
  zone: Zone | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** What of a period is compared, and with what. Both are whole hours of UTC. */
export interface ComparedTimes {
  unit: ComparedUnit;
  /** The part of the period that is compared. It is empty while none of its hours, or days, is over. */
  current: HourRange;
  /** The same part of the days before. */
  previous: HourRange;
  /** The days before: as many as the period has, right before it. */
  previousDays: DaySpan;
  /** The end of `current`, as series write hours. */
  until: string;
}

/** The days of UTC, with what this file needs of the days of a time zone. */
const UTC: Pick<Zone, 'today' | 'startOf' | 'rangeOf' | 'formatHour'> = {
  today: startOfToday,
  startOf: (date) => date,
  rangeOf,
  formatHour,
};

/**
 * Decides what a period is compared with. Of a period that is not over, the hours that are over are
 * compared with the same hours before: half a day beside a whole one would always look like a loss.
 *
 * @param smallest what the visits are counted by: where that is days, the last day is left out
 */
export function comparedTimes(
  { days, zone, now }: ReportTime,
  smallest: 'hours' | 'days' = 'hours',
): ComparedTimes {
  const calendar = zone ?? UTC;
  const previousDays = spanBefore(days);
  const current = calendar.rangeOf(days);
  const previous = calendar.rangeOf(previousDays);
  if (current.to.getTime() <= now)
    return {
      ...{ unit: 'period', current, previous, previousDays },
      until: calendar.formatHour(current.to),
    };
  const today = calendar.today(now);
  const running = today > days.start ? today : days.start;
  const start = calendar.startOf(running);
  const over = smallest === 'days' ? 0 : hoursOver(start, now);
  const before = addDays(running, -lengthOf(days));
  const until = new Date(start.getTime() + over);
  return {
    unit: smallest,
    current: { from: current.from, to: until },
    previous: {
      from: previous.from,
      // A day on which clocks change may have fewer hours.
      to: earlier(
        new Date(calendar.startOf(before).getTime() + over),
        calendar.startOf(addDays(before, 1)),
      ),
    },
    previousDays,
    until: calendar.formatHour(until),
  };
}

/** Returns the milliseconds of the whole hours that are over since the start of a day. */
function hoursOver(start: Date, now: number): number {
  return Math.max(0, Math.floor((now - start.getTime()) / HOUR_MS) * HOUR_MS);
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
