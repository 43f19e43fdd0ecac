import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/hours.js';
import { type Minute, PATH } from './simulation.js';

/** A source of random numbers that gives the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Arrivals that are independent of each other (Knuth; a normal distribution for large means). */
function poisson(mean: number, random: () => number): number {
  if (mean <= 0) return 0;
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  let [left, count] = [random(), 0];
  for (const end = Math.exp(-mean); left > end; left *= random()) count += 1;
  return count;
}

/** A time within the ninety days: from the midnight of a day on, in hours. */
export const at = (day: number, hour: number): number => day * DAY_MS + hour * HOUR_MS;

/** Something that changes what comes between two times after the start. */
export interface Happening {
  name: string;
  from: number;
  to: number;
  /** Multiplies the visits of a bot, or of people. */
  times?: Readonly<Record<string, number>>;
  /** Adds visits in each minute. */
  plus?: Readonly<Record<string, number>>;
  /** The status that a part of the visits gets: of a bot, of all, or of a page. */
  status?: { of?: string; path?: string; status: number; share: number };
  /** So many spoofed visits of a bot come in each minute. */
  spoofed?: { bot: string; visits: number };
  feed?: 'waits' | 'loses';
  /** Records that are rejected in each minute, for each visit. */
  rejected?: number;
  /** Entries that cannot be stored in the first minute. */
  dead?: number;
}

/** Visits in an hour where nothing happens. */
const PER_HOUR: Readonly<Record<string, number>> = {
  people: 600,
  GPTBot: 90,
  ClaudeBot: 75,
  'ChatGPT-User': 80,
  Googlebot: 30,
};
const NOISE = 0.15;
const PAGE_SHARE = 0.07;

/** The traffic of a website, minute by minute, with its weekends, nights and waves. */
export class Traffic {
  private readonly waves: { bot: string; from: number; to: number; perMinute: number }[] = [];
  private noise = new Map<string, number>();

  constructor(
    private readonly start: number,
    days: number,
    private readonly happenings: readonly Happening[],
    private readonly random: () => number,
  ) {
    for (let day = 0; day < days; day += 1) this.addWaves(day);
  }

  /** PerplexityBot comes in waves at any time, and Bytespider on Mondays. */
  private addWaves(day: number): void {
    // Every bot comes on the first day, so that none of them is new later.
    const waves = Math.max(day === 0 ? 1 : 0, poisson(1.5, this.random));
    for (let wave = 0; wave < waves; wave += 1) {
      const from = at(day, 24 * this.random());
      const perMinute = 3 + 7 * this.random();
      this.waves.push({ bot: 'PerplexityBot', from, to: from + 30 * MINUTE_MS, perMinute });
    }
    // The simulation begins on a Monday.
    if (new Date(this.start + at(day, 0)).getUTCDay() !== 1) return;
    const from = at(day, 2);
    this.waves.push({ bot: 'Bytespider', from, to: from + HOUR_MS, perMinute: 5 });
  }

  /** Returns what the minute brings that begins so many milliseconds after the start. */
  minute(after: number): Minute {
    const going = this.happenings.filter(({ from, to }) => after >= from && after < to);
    const visits: Minute['visits'] = [];
    for (const [bot, mean] of this.means(after)) {
      const times = going.reduce((all, { times = {} }) => all * (times[bot] ?? 1), 1);
      const plus = going.reduce((all, { plus = {} }) => all + (plus[bot] ?? 0), 0);
      const number = poisson((mean / 60) * times + plus, this.random);
      if (number > 0) visits.push(...this.answered(bot, number, going));
    }
    for (const { spoofed } of going)
      if (spoofed) {
        const number = poisson(spoofed.visits, this.random);
        visits.push({ bot: spoofed.bot, visits: number, status: 200, spoofed: number });
      }
    const came = visits.reduce((sum, one) => sum + one.visits, 0);
    return {
      visits,
      feed: going.find(({ feed }) => feed)?.feed ?? 'brings',
      rejected: going.reduce(
        (sum, { rejected = 0 }) => sum + poisson(rejected * came, this.random),
        0,
      ),
      dead: going.reduce((sum, { dead = 0, from }) => sum + (from === after ? dead : 0), 0),
    };
  }

  private means(after: number): [bot: string, mean: number][] {
    if (after % HOUR_MS === 0)
      for (const bot of Object.keys(PER_HOUR))
        this.noise.set(
          bot,
          Math.max(0.3, 1 + NOISE * (this.random() + this.random() + this.random() - 1.5) * 2),
        );
    const time = new Date(this.start + after);
    const isWeekend = time.getUTCDay() % 6 === 0;
    const daylight = 0.7 + 0.6 * Math.sin(((time.getUTCHours() - 8) / 24) * 2 * Math.PI);
    const shape: Record<string, number> = {
      people: daylight * (isWeekend ? 0.35 : 1),
      'ChatGPT-User': daylight * (isWeekend ? 0.6 : 1),
    };
    const means = Object.entries(PER_HOUR).map(([bot, mean]): [string, number] => [
      bot,
      mean * (shape[bot] ?? 1) * (this.noise.get(bot) ?? 1),
    ]);
    for (const wave of this.waves)
      if (after >= wave.from && after < wave.to) means.push([wave.bot, wave.perMinute * 60]);
    for (const { from, to, plus = {} } of this.happenings)
      if (after >= from && after < to)
        for (const bot of Object.keys(plus))
          if (!means.some(([name]) => name === bot)) means.push([bot, 0]);
    return means;
  }

  /** Some visits are to one page. */
  private answered(bot: string, number: number, going: readonly Happening[]): Minute['visits'] {
    const cells = new Map<string, Minute['visits'][number]>();
    for (let visit = 0; visit < number; visit += 1) {
      const path = this.random() < PAGE_SHARE ? PATH : '/';
      let status = this.random() < 0.005 ? 404 : 200;
      for (const { status: of } of going)
        if (of && (of.of ?? bot) === bot && (of.path ?? path) === path && this.random() < of.share)
          status = of.status;
      const key = `${path} ${status}`;
      const cell = cells.get(key) ?? { bot, visits: 0, status, spoofed: 0, path };
      cells.set(key, { ...cell, visits: cell.visits + 1 });
    }
    return [...cells.values()];
  }
}
