import { addressTextAt, verificationCode } from '@app/contracts';
import { WRITTEN } from '../roll-ups/add-counts.js';
import { rollUp, type RollUpName } from '../roll-ups/roll-ups.js';
import { Batch, type Buckets } from './counted-batch.js';
import { CountedRollUp, type CountedRows } from './counted-roll-up.js';
import { KeyLevel } from './key-level.js';
import type { VisitColumns } from './visit.js';
import { TextCodes } from './visit-codes.js';
import type { NumberedVisits } from './visit-numbers.js';

export interface SpoofedVisit {
  websiteId: number;
  /** Start of the UTC day, epoch seconds. */
  day: number;
  botId: number;
  ip: string | null;
  pageId: number | null;
  /** Epoch milliseconds. */
  time: number;
}

/** What the visits of a transaction add to the counts. */
export interface VisitCounts {
  rollUps: ReadonlyMap<RollUpName, CountedRows>;
  spoofed: SpoofedVisit[];
}

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
const HOURS_OF_DAY = 24;
const SPOOFED = verificationCode('spoofed');

/**
 * Counts visits, each as often as there are roll-ups that have it. The database counts the same from
 * the rows (`roll-ups/recount.ts`), and a test compares the two.
 *
 * @param lateBefore epoch milliseconds; older visits are late
 */
export function countsOf(batches: readonly NumberedVisits[], lateBefore: number): VisitCounts {
  const counter = new Counter();
  const spoofed: SpoofedVisit[] = [];
  for (const numbered of batches) {
    counter.add(numbered, lateBefore);
    addSpoofed(spoofed, numbered.visits);
  }
  return { rollUps: counter.rows(), spoofed };
}

/** Counts for all roll-ups, which share what they have in common of their keys. */
class Counter {
  private readonly levels = new Map<string, KeyLevel>();
  private readonly texts = new TextCodes();
  private readonly rollUps = WRITTEN.map((name) => this.counted(name));

  add(numbered: NumberedVisits, lateBefore: number): void {
    const batch = new Batch(numbered, this.texts, lateBefore, this.buckets(numbered.visits));
    for (const one of this.rollUps) one.add(batch);
  }

  rows(): ReadonlyMap<RollUpName, CountedRows> {
    return new Map(this.rollUps.map((one) => [one.name, one.rows()]));
  }

  private counted(name: RollUpName): CountedRollUp {
    const { by, grains } = rollUp(name);
    const [grain] = grains as readonly ['hour' | 'day'];
    const paths = [...by].map((_, at) => [grain, ...by.slice(0, at + 1)].join(' '));
    const levels = [
      this.level('website'),
      this.level(grain),
      ...paths.map((path) => this.level(path)),
    ];
    return new CountedRollUp(name, { grain, paths, levels, texts: this.texts });
  }

  private level(path: string): KeyLevel {
    let level = this.levels.get(path);
    if (level === undefined) this.levels.set(path, (level = new KeyLevel()));
    return level;
  }

  /** Finds the hour and the day of each visit to a website. */
  private buckets({ count, times, websiteIds }: VisitColumns): Buckets {
    const [websites, hours, days] = ['website', 'hour', 'day'].map((path) => this.level(path)) as [
      KeyLevel,
      KeyLevel,
      KeyLevel,
    ];
    const hour = new Int32Array(count);
    const day = new Int32Array(count);
    let [websiteId, number] = [NaN, NaN];
    for (let row = 0; row < count; row++) {
      const own = websiteIds[row] as number;
      const ownNumber = Math.floor((times[row] as number) / HOUR_MS);
      // Most visits are of the same hour as the one before.
      if (own === websiteId && ownNumber === number) {
        hour[row] = hour[row - 1] as number;
        day[row] = day[row - 1] as number;
        continue;
      }
      [websiteId, number] = [own, ownNumber];
      const website = websites.indexOf(0, own);
      hour[row] = hours.indexOf(website, ownNumber);
      day[row] = days.indexOf(website, Math.floor(ownNumber / HOURS_OF_DAY));
    }
    return { hour, day };
  }
}

/** Adds the spoofed visits of a batch, of which there are few. */
function addSpoofed(spoofed: SpoofedVisit[], visits: VisitColumns): void {
  const { count, verifications, times, websiteIds, botIds, pages, pageOf, addresses } = visits;
  for (let row = 0; row < count; row++) {
    if (verifications[row] !== SPOOFED) continue;
    const time = times[row] as number;
    spoofed.push({
      websiteId: websiteIds[row] as number,
      day: Math.floor(time / (HOUR_MS * HOURS_OF_DAY)) * DAY_SECONDS,
      botId: botIds[row] as number,
      ip: addressTextAt(addresses, row),
      pageId: pages[pageOf[row] as number]?.id ?? null,
      time,
    });
  }
}
