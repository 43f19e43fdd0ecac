import { DAY_MS, MINUTE_MS } from '../src/hours.js';
import { BOTS, type Minute, PATH } from './simulation.js';

/** What came, minute by minute, written down apart from the simulation. */
export class Record {
  private readonly minutes = new Map<string, Float64Array>();

  constructor(private readonly length: number) {}

  note(minute: number, { visits, rejected, feed }: Minute): void {
    if (feed !== 'brings') return;
    for (const { bot, visits: number, status, spoofed, path } of visits) {
      this.add(`visits of ${bot}`, minute, number - spoofed);
      this.add(`status ${status} of ${bot}`, minute, number);
      this.add('spoofed', minute, spoofed);
      this.add('came', minute, number);
      this.add('all records', minute, number);
      if (path !== PATH || !BOTS[bot]?.startsWith('ai_')) continue;
      this.add('page', minute, number);
      if (status >= 400) this.add('page errors', minute, number);
    }
    this.add('rejected', minute, rejected);
    this.add('all records', minute, rejected);
  }

  /** Adds up minutes. */
  sum(what: string, from: number, to: number): number {
    const minutes = this.minutes.get(what);
    let sum = 0;
    for (let minute = Math.max(0, from); minute < to; minute += 1) sum += minutes?.[minute] ?? 0;
    return sum;
  }

  private add(what: string, minute: number, number: number): void {
    let minutes = this.minutes.get(what);
    if (!minutes) this.minutes.set(what, (minutes = new Float64Array(this.length)));
    minutes[minute]! += number;
  }
}

const HOUR = 60;
const WEEK = 7 * 24 * HOUR;
const DAY = DAY_MS / MINUTE_MS;
const hourBefore = (minute: number, hours: number) => minute - (minute % HOUR) - hours * HOUR;
/** At the end of a minute everything of it is there. */
const beganWith = (test: (end: number) => boolean, from: number): number => {
  for (let end = from + 1; end < from + 5 * DAY; end += 1) if (test(end)) return end;
  return Infinity;
};

const middle = (numbers: number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (
    (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
  );
};

/**
 * When the data of an incident are all there, by the words of the documentation: simple sums over
 * minutes, which share nothing with the library. Minutes after the start.
 */
export const certain = {
  first: (record: Record, from: number, what: string) =>
    beganWith((end) => record.sum(what, from, end) > 0, from),

  /** So many within the running hour and the three before it. */
  count: (record: Record, from: number, what: string, least: number) =>
    beganWith((end) => record.sum(what, hourBefore(end - 1, 3), end) >= least, from),

  /** A part of so many, in the same hours. */
  share: (record: Record, from: number, [part, all]: [string, string], share: number) =>
    beganWith((end) => exceeds(record, hourBefore(end - 1, 3), end, [part, all], share), from),

  /** The same, and ten minutes later still so in what came since. */
  lasting(record: Record, from: number, names: [string, string], share: number, daily = false) {
    const start = (end: number) => (daily ? end - 1 - ((end - 1) % DAY) : hourBefore(end - 1, 3));
    const first = beganWith((end) => exceeds(record, start(end), end, names, share), from);
    return beganWith((end) => {
      const [part, all] = [record.sum(names[0], first, end), record.sum(names[1], first, end)];
      return end >= first + 10 && all >= 5 && part >= share * all;
    }, first - 1);
  },

  /** The running hour is six spreads above the median of the same hours of four weeks. */
  above: (record: Record, from: number, what: string) =>
    beganWith((end) => {
      const hour = hourBefore(end - 1, 0);
      // What is usual is learnt at midnight.
      const midnight = hour - (hour % DAY);
      const samples = [1, 2, 3, 4].flatMap((week) =>
        [-1, 0, 1].map((by) => hour - week * WEEK + by * HOUR).filter((same) => same < midnight),
      );
      const visits = samples.map((same) => record.sum(what, same, same + HOUR));
      const usual = middle(visits);
      const distance = middle(visits.map((one) => Math.abs(one - usual)));
      const spread = Math.max(1.4826 * distance, Math.sqrt(Math.max(1, usual)), 0.25 * usual);
      return record.sum(what, hour, end) >= Math.max(50, usual + 6 * spread);
    }, from),

  /** The first whole hour is over, and somebody came after it. */
  quietHour: (record: Record, from: number) => {
    const over = Math.ceil(from / HOUR) * HOUR + HOUR;
    return beganWith((end) => record.sum('came', over, end) > 0, over);
  },

  /** Two hours after the last delivery. */
  silence: (_record: Record, from: number) => from + 2 * HOUR,
};

function exceeds(
  record: Record,
  from: number,
  end: number,
  [part, all]: [string, string],
  share: number,
): boolean {
  const [some, total] = [record.sum(part, from, end), record.sum(all, from, end)];
  return total >= 20 && some >= 10 && some >= share * total;
}

export const minutesOf = (milliseconds: number): number => milliseconds / MINUTE_MS;
