import { type ApiErrorCode, candidateDomains, SKIP_REASONS, websiteOf } from '@app/contracts';
import { type EntryTotals, type FeedCell, noTotals } from '@app/storage';
import { addTotals, type DeliveryNotes, sampleOf } from './delivery-notes.js';

const HOUR_MS = 3_600_000;

/** How many records became what; `reasons` has skips and rejects. */
export interface RecordCounts {
  processed: number;
  skipped: number;
  rejected: number;
  reasons: Readonly<Record<string, number>>;
}

/** A feed of a website. */
export interface FeedPlace {
  websiteId: number;
  /** The last part of the address. */
  feed: string;
}

/** An accepted delivery. */
export interface AcceptedDelivery {
  /** The feed to which it came, of the website of its key. */
  place: FeedPlace;
  counts: Pick<RecordCounts, 'reasons'>;
  notes: DeliveryNotes;
}

/**
 * Returns what an accepted delivery adds to the websites of an account. Each website that got
 * entries has the delivery and these entries. Skips and rejects name no website, so they stand where
 * most of the entries do; the part of a log that cannot be read is so compared with the part that
 * can. A delivery without entries is one of its key's website.
 *
 * @param websites internal ids of the account's websites by domain
 * @param wantedSamples how many samples of rejects the feed of a website still takes
 */
export function acceptedCells(
  { place, counts, notes }: AcceptedDelivery,
  websites: ReadonlyMap<string, number>,
  wantedSamples: (place: FeedPlace, at: number) => number,
): FeedCell[] {
  const at = notes.arrivedAt;
  const totals = totalsByWebsite(place.websiteId, notes, websites);
  const most = withMostEntries(totals);
  return Array.from(totals, ([websiteId, total]) => {
    const own = { websiteId, feed: place.feed };
    const cell = { ...emptyCell(own, at), ...total, deliveries: 1, first: at, last: at };
    if (websiteId !== most) return cell;
    const reasons = { ...byResult(counts.reasons), refused: {} };
    return { ...cell, reasons, samples: notes.samples(wantedSamples(own, at)) };
  });
}

/** Returns what a delivery adds that was refused as a whole. */
export function refusedCell(
  place: FeedPlace,
  { code, message, status }: { code: ApiErrorCode; message: string; status: number },
  at: number,
): FeedCell {
  return {
    ...emptyCell(place, at),
    reasons: { skipped: {}, rejected: {}, refused: { [code]: 1 } },
    // What the service is not able to take now is no mistake that anyone could find in a sample.
    samples: status < 500 ? [sampleOf(at, code, message)] : [],
  };
}

/** Returns the start of the hour of a moment, both in epoch milliseconds UTC. */
export const hourOf = (at: number): number => at - (at % HOUR_MS);

function totalsByWebsite(
  keysOwn: number,
  { hosts }: DeliveryNotes,
  websites: ReadonlyMap<string, number>,
): Map<number, EntryTotals> {
  const totals = new Map<number, EntryTotals>();
  for (const [host, total] of hosts) {
    if (total.entries === 0) continue;
    const website = websiteOf(candidateDomains(host), websites, keysOwn);
    const known = totals.get(website);
    if (known) addTotals(known, total);
    else totals.set(website, { ...total });
  }
  if (totals.size === 0) totals.set(keysOwn, noTotals());
  return totals;
}

function withMostEntries(totals: ReadonlyMap<number, EntryTotals>): number | undefined {
  let most: [website: number, total: EntryTotals] | undefined;
  for (const one of totals) if (!most || one[1].entries > most[1].entries) most = one;
  return most?.[0];
}

function emptyCell({ websiteId, feed }: FeedPlace, at: number): FeedCell {
  return {
    websiteId,
    feed,
    hour: hourOf(at),
    deliveries: 0,
    ...noTotals(),
    first: null,
    last: null,
    reasons: { skipped: {}, rejected: {}, refused: {} },
    samples: [],
  };
}

function byResult(reasons: RecordCounts['reasons']) {
  const of = (skips: boolean) =>
    Object.fromEntries(
      Object.entries(reasons).filter(([reason]) => reason in SKIP_REASONS === skips),
    );
  return { skipped: of(true), rejected: of(false) };
}
