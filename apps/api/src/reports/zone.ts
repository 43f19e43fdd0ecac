import type { Interval } from '@app/contracts';
import { ApiError } from '../http/api-error.js';
import type { Buckets } from './series.js';
import { addDays, bucketsOf, DAY_MS, type DaySpan, formatDate, HOUR_MS } from './calendar.js';

/** A part of time whose days are those of a time zone. Its ends are whole hours of UTC. */
export interface ZonedRange {
  from: Date;
  to: Date;
}

/** No offset of a zone changes by more than this within a day, but for a day that is left out. */
const AROUND_MS = 27 * HOUR_MS;

/**
 * The days of a time zone, as `Intl` knows it. Dates are midnights UTC, as in the calendar; what
 * this class returns are moments.
 */
export class Zone {
  private readonly format: Intl.DateTimeFormat;
  private readonly offsets = new Map<number, number>();

  /** @param name a name that `isZone` accepts */
  constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Returns the date on a clock in the zone. */
  today(now: number): Date {
    const wall = this.wall(Math.floor(now / 1_000) * 1_000);
    return new Date(wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS));
  }

  /**
   * Returns when a date starts: the first whole hour at which clocks show that date or a later one.
   * A date that the zone left out starts and ends with the next one.
   *
   * @throws ApiError VALIDATION_ERROR when this is no whole hour of UTC
   */
  startOf(date: Date): Date {
    const day = date.getTime();
    const before = this.offset(day - DAY_MS);
    const after = this.offset(day + DAY_MS);
    if (before === after) return new Date(day - before);
    let moment = day - Math.max(before, after) - HOUR_MS;
    const last = moment + AROUND_MS;
    while (moment < last && this.wall(moment) < day) moment += HOUR_MS;
    return new Date(moment);
  }

  /** Returns the time from the first of these days to the end of the last one. */
  rangeOf({ start, end }: DaySpan): ZonedRange {
    return { from: this.startOf(start), to: this.startOf(addDays(end, 1)) };
  }

  /** Returns every bucket that touches these days. The hours of a day may be 23 or 25. */
  bucketsOf(span: DaySpan, interval: Interval): Buckets {
    if (interval === 'hour') {
      const { from, to } = this.rangeOf(span);
      const hours = (to.getTime() - from.getTime()) / HOUR_MS;
      const starts = Array.from(
        { length: hours },
        (_, at) => new Date(from.getTime() + at * HOUR_MS),
      );
      return { starts, dates: starts.map((start) => this.formatHour(start)) };
    }
    const days = bucketsOf({ from: span.start, to: addDays(span.end, 1) }, interval);
    return { starts: days.map((day) => this.startOf(day)), dates: days.map(formatDate) };
  }

  /** For example `2026-10-25T02:00:00+01:00`: the offset tells two equal hours of a day apart. */
  formatHour(hour: Date): string {
    const offset = this.offset(hour.getTime());
    const wall = new Date(hour.getTime() + offset).toISOString().slice(0, 19);
    const hours = `${Math.abs(offset) / HOUR_MS}`.padStart(2, '0');
    return `${wall}${offset < 0 ? '-' : '+'}${hours}:00`;
  }

  /** Returns how many milliseconds clocks in the zone are ahead of UTC. */
  private offset(moment: number): number {
    const known = this.offsets.get(moment);
    if (known !== undefined) return known;
    const offset = this.wall(moment) - moment;
    if (offset % HOUR_MS !== 0) throw this.offTheHour(offset);
    this.offsets.set(moment, offset);
    return offset;
  }

  /** Returns what clocks in the zone show at a whole second, as if it were UTC. */
  private wall(moment: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.format.formatToParts(moment)) parts[type] = Number(value);
    const { year = NaN, month = NaN, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }

  private offTheHour(offset: number): ApiError {
    const minutes = Math.round(Math.abs(offset) / 60_000);
    const size = `${Math.floor(minutes / 60)}:${`${minutes % 60}`.padStart(2, '0')}`;
    return new ApiError(
      'VALIDATION_ERROR',
      `timezone ${this.name} is ${size} hours from UTC in this period, and visits are counted by whole hours of UTC; use a zone that is whole hours from it, or leave timezone out`,
    );
  }
}

/** Tells whether a text is the name of a time zone. `Intl` would also take offsets such as +01. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
