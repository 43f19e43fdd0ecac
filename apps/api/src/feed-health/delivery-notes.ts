import {
  ADDRESS_BYTES,
  cleanStart,
  type EntryColumns,
  type RejectReason,
  type TextColumn,
} from '@app/contracts';
import { type EntryTotals, type FeedSample, noTotals, SAMPLES_PER_FEED } from '@app/storage';
import { LONGEST_OUTLINED, outlineOf } from './outline.js';

const LONGEST_MESSAGE = 300;

interface NotedReject {
  reason: RejectReason;
  message: string;
  /** Undefined when there is no text of this record alone, or it is too long to keep. */
  text: string | undefined;
}

/** What is noted of entries. */
type NotedColumns = Pick<
  EntryColumns,
  'time' | 'host' | 'addresses' | 'country' | 'secFetchMode' | 'referer' | 'staticFiles'
>;

/** Adds the totals of more entries. */
export function addTotals(totals: EntryTotals, more: EntryTotals): void {
  totals.entries += more.entries;
  totals.withoutAddress += more.withoutAddress;
  totals.withoutHost += more.withoutHost;
  totals.withoutCountry += more.withoutCountry;
  totals.withoutFetchHeaders += more.withoutFetchHeaders;
  totals.withoutReferer += more.withoutReferer;
  totals.staticFiles += more.staticFiles;
  totals.lagMs += more.lagMs;
  totals.largestLagMs = Math.max(totals.largestLagMs, more.largestLagMs);
}

/**
 * How many hosts of a delivery are told apart. Visitors choose them, and a delivery may have
 * millions of entries. Entries of further hosts count as if they named none.
 */
const MOST_HOSTS = 250;

/** What is noted of one delivery while it is read, besides the numbers that its sender is told. */
export class DeliveryNotes {
  private readonly totals = new Map<string, EntryTotals>();
  private readonly rejects: NotedReject[] = [];

  /** @param arrivedAt epoch milliseconds UTC */
  constructor(readonly arrivedAt: number) {}

  /** The entries by their host, which is empty for those without one. */
  get hosts(): ReadonlyMap<string, EntryTotals> {
    return this.totals;
  }

  /**
   * Notes entries, before their addresses are cut. A clock that is ahead makes no negative lag.
   */
  entries(columns: NotedColumns): void {
    const { time: times, host, addresses } = columns;
    const { arrivedAt } = this;
    const ofTexts = host.texts.map((text) => this.of(text));
    const ofRow = (row: number) => ofTexts[host.places[row] as number] as EntryTotals;
    for (let row = 0; row < times.length; row++) {
      const lag = Math.max(0, arrivedAt - (times[row] as number));
      const totals = ofRow(row);
      totals.entries += 1;
      if (addresses.lengths[row] === ADDRESS_BYTES.none) totals.withoutAddress += 1;
      totals.lagMs += lag;
      if (lag > totals.largestLagMs) totals.largestLagMs = lag;
    }
    eachWith(host, '', (row) => (ofRow(row).withoutHost += 1));
    eachWith(columns.country, null, (row) => (ofRow(row).withoutCountry += 1));
    eachWith(columns.secFetchMode, null, (row) => (ofRow(row).withoutFetchHeaders += 1));
    eachWith(columns.referer, null, (row) => (ofRow(row).withoutReferer += 1));
    for (const row of columns.staticFiles) ofRow(row).staticFiles += 1;
  }

  /** Keeps the last rejects. It is called for every one, so it makes no outline yet. */
  reject({ reason, message }: Pick<NotedReject, 'reason' | 'message'>, text?: string): void {
    const short = text !== undefined && text.length <= LONGEST_OUTLINED ? text : undefined;
    this.rejects.push({ reason, message, text: short });
    if (this.rejects.length > SAMPLES_PER_FEED) this.rejects.shift();
  }

  /** Returns the last rejects as they may be stored, the oldest first. */
  samples(most: number): FeedSample[] {
    return this.rejects
      .slice(Math.max(0, this.rejects.length - most))
      .map(({ reason, message, text }) =>
        sampleOf(this.arrivedAt, reason, message, text === undefined ? null : outlineOf(text)),
      );
  }

  private of(host: string): EntryTotals {
    const known = this.totals.get(host);
    if (known) return known;
    if (host !== '' && this.totals.size >= MOST_HOSTS) return this.of('');
    const none = noTotals();
    this.totals.set(host, none);
    return none;
  }
}

export function sampleOf(
  at: number,
  reason: string,
  message: string,
  outline: string | null = null,
): FeedSample {
  return { at, reason, message: cleanStart(message, LONGEST_MESSAGE), outline };
}

/** Calls back for each entry that has a text; null stands for none, and an empty header was sent so. */
function eachWith(
  { texts, places }: TextColumn<string | null>,
  wanted: string | null,
  found: (row: number) => void,
): void {
  const isWanted = texts.map((text) => text === wanted);
  if (!isWanted.includes(true)) return;
  for (let row = 0; row < places.length; row++) if (isWanted[places[row] as number]) found(row);
}
