import { ADDRESS_BYTES, cleanStart, type EntryColumns, type RejectReason } from '@app/contracts';
import { type FeedSample, SAMPLES_PER_FEED } from '@app/storage';
import { LONGEST_OUTLINED, outlineOf } from './outline.js';

const LONGEST_MESSAGE = 300;

interface NotedReject {
  reason: RejectReason;
  message: string;
  /** Undefined when there is no text of this record alone, or it is too long to keep. */
  text: string | undefined;
}

/** What is noted of entries. */
type NotedColumns = Pick<EntryColumns, 'time' | 'host' | 'addresses'>;

/** Some entries, how many of them have no address, and the milliseconds between the time of each and its arrival. */
export interface EntryTotals {
  entries: number;
  withoutAddress: number;
  /** The sum over the entries. */
  lagMs: number;
  largestLagMs: number;
}

export const noTotals = (): EntryTotals => ({
  entries: 0,
  withoutAddress: 0,
  lagMs: 0,
  largestLagMs: 0,
});

/** Adds the totals of more entries. */
export function addTotals(totals: EntryTotals, more: EntryTotals): void {
  totals.entries += more.entries;
  totals.withoutAddress += more.withoutAddress;
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
  entries({ time: times, host: { texts, places }, addresses: { lengths } }: NotedColumns): void {
    const { arrivedAt } = this;
    const ofTexts = texts.map((host) => this.of(host));
    for (let row = 0; row < times.length; row++) {
      const lag = Math.max(0, arrivedAt - (times[row] as number));
      const totals = ofTexts[places[row] as number] as EntryTotals;
      totals.entries += 1;
      if (lengths[row] === ADDRESS_BYTES.none) totals.withoutAddress += 1;
      totals.lagMs += lag;
      if (lag > totals.largestLagMs) totals.largestLagMs = lag;
    }
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
