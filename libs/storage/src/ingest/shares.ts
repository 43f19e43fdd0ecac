import { firstAndLast, rowTexts, selectAddresses, selectTexts } from '@app/contracts';
import type { BatchEvidence, Unjudged } from './batch-evidence.js';
import type { Shard } from '../database/shards.js';
import type { NumberedVisits } from './visit-numbers.js';
import type { SkippedRequests, VisitBatch } from './visit.js';

/** What a batch has for the websites of one shard. Where nothing is distributed it is all of it. */
export interface Share {
  shard: Shard;
  batch: VisitBatch;
  numbered: NumberedVisits;
  skipped: readonly SkippedRequests[];
  /** Of all websites of the batch. */
  evidence: BatchEvidence | undefined;
  unjudged: readonly Unjudged[];
  /** Each website once. */
  websiteIds: readonly number[];
  /** The times of the first and the last visit, epoch milliseconds. */
  first: number;
  last: number;
}

/** Stands for all websites of a batch without any: it is noted once, like every other. */
const NO_WEBSITE = 0;

/** Returns the websites of a batch, each once. */
export function websitesOf({ visits, skipped = [] }: VisitBatch): number[] {
  const websites = new Set<number>(skipped.map(({ websiteId }) => websiteId));
  let before = -1;
  for (let row = 0; row < visits.count; row++) {
    const website = visits.websiteIds[row] as number;
    if (website !== before) websites.add(website);
    before = website;
  }
  return websites.size > 0 ? [...websites] : [NO_WEBSITE];
}

/** Returns what a batch has for some of its websites. */
export function shareOf(
  shard: Shard,
  batch: VisitBatch,
  numbered: NumberedVisits,
  websiteIds: readonly number[],
  all: readonly number[],
): Share {
  const isWhole = websiteIds.length === all.length;
  const own = isWhole ? numbered : visitsTo(new Set(websiteIds), numbered);
  const { skipped = [], evidence, unjudged = [] } = batch;
  const isOwn = ({ websiteId }: { websiteId: number }) => websiteIds.includes(websiteId);
  return {
    shard,
    batch,
    numbered: own,
    skipped: isWhole ? skipped : skipped.filter(isOwn),
    evidence,
    unjudged: isWhole ? unjudged : unjudged.filter(isOwn),
    websiteIds,
    ...firstAndLast(own.visits.times),
  };
}

/** Returns the visits to some websites. What they refer to stays in its place. */
export function visitsTo(websites: ReadonlySet<number>, numbered: NumberedVisits): NumberedVisits {
  const { visits } = numbered;
  const rows = rowsTo(websites, visits.websiteIds);
  return {
    ...numbered,
    visits: {
      ...visits,
      count: rows.length,
      times: picked(visits.times, rows, new Float64Array(rows.length)),
      websiteIds: picked(visits.websiteIds, rows, new Int32Array(rows.length)),
      botIds: picked(visits.botIds, rows, new Int32Array(rows.length)),
      verifications: picked(visits.verifications, rows, new Uint8Array(rows.length)),
      statusCodes: picked(visits.statusCodes, rows, new Uint32Array(rows.length)),
      addresses: selectAddresses(visits.addresses, rows),
      pageOf: picked(visits.pageOf, rows, new Int32Array(rows.length)),
      clientOf: picked(visits.clientOf, rows, new Int32Array(rows.length)),
      refererOf: picked(visits.refererOf, rows, new Int32Array(rows.length)),
      texts: rowTexts((name) => selectTexts(visits.texts[name], rows)),
      visitorOf: visits.visitorOf && picked(visits.visitorOf, rows, new Int32Array(rows.length)),
    },
  };
}

/** Returns the places of the visits to some websites. */
function rowsTo(websites: ReadonlySet<number>, websiteIds: ArrayLike<number>): Uint32Array {
  const rows = new Uint32Array(websiteIds.length);
  let count = 0;
  for (let row = 0; row < websiteIds.length; row++)
    if (websites.has(websiteIds[row] as number)) rows[count++] = row;
  return rows.subarray(0, count);
}

/** Fills a column with some values of another one. Methods of typed arrays take several times as long. */
function picked<Column extends Numbers>(from: Column, rows: Uint32Array, to: Column): Column {
  for (let row = 0; row < rows.length; row++) to[row] = from[rows[row] as number] as number;
  return to;
}

type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Returns how many visits of a share are to each of its websites, in their order. */
export function countsByWebsite({ websiteIds, numbered: { visits } }: Share): number[] {
  if (websiteIds.length === 1) return [visits.count];
  const counts = new Map<number, number>(websiteIds.map((website) => [website, 0]));
  for (let row = 0; row < visits.count; row++) {
    const website = visits.websiteIds[row] as number;
    counts.set(website, (counts.get(website) ?? 0) + 1);
  }
  return websiteIds.map((website) => counts.get(website) ?? 0);
}

/** Returns shares by their shards, in an order that is the same for everybody. */
export function sharesByShard(shares: readonly Share[]): [Shard, Share[]][] {
  const groups = new Map<string, [Shard, Share[]]>();
  for (const share of shares) {
    const group = groups.get(share.shard.id);
    if (group) group[1].push(share);
    else groups.set(share.shard.id, [share.shard, [share]]);
  }
  return [...groups.values()].sort(([one], [other]) => (one.id < other.id ? -1 : 1));
}
