import type { VisitColumns } from './visit.js';

/** The columns by which visits are put in order. */
export type OrderedColumns = Pick<VisitColumns, 'count' | 'times' | 'websiteIds'>;

/** Visits of several batches in one order. */
export interface RowOrder {
  /** For each visit its batch. */
  batches: Uint32Array;
  /** For each visit its row in the batch. */
  rows: Uint32Array;
}

/** Visits of one website that are all late, or all in time. */
interface Segments {
  /** For each visit its segment. */
  segmentOf: Uint32Array;
  /** Where each segment begins in the order, and where the last one ends. */
  starts: Uint32Array;
}

/** Whole numbers beyond this are not exact. */
const MOST_KEY = Number.MAX_SAFE_INTEGER;

/**
 * Puts visits in the order in which TimescaleDB compresses them: those of a website together, late ones
 * apart, and by time. It would sort rows that come in another order, which takes it several times as
 * long as to find that they are sorted.
 *
 * @param lateBefore epoch milliseconds; older visits are late
 */
export function sortedRows(batches: readonly OrderedColumns[], lateBefore: number): RowOrder {
  const given = givenRows(batches);
  const times = timesOf(batches, given.rows.length);
  const { segmentOf, starts } = segmentsOf(batches, times.length, lateBefore);
  const order = bySegment(segmentOf, starts);
  for (let segment = 0; segment + 1 < starts.length; segment++)
    sortByTime(order.subarray(starts[segment], starts[segment + 1]), times);
  return { batches: picked(given.batches, order), rows: picked(given.rows, order) };
}

/** Returns visits one batch behind the other. */
export function givenRows(batches: readonly OrderedColumns[]): RowOrder {
  const count = batches.reduce((sum, batch) => sum + batch.count, 0);
  const given = { batches: new Uint32Array(count), rows: new Uint32Array(count) };
  let at = 0;
  for (const [batch, { count: rows }] of batches.entries())
    for (let row = 0; row < rows; row++, at++) {
      given.batches[at] = batch;
      given.rows[at] = row;
    }
  return given;
}

/** Returns the times of all visits as they are written: in whole milliseconds. */
function timesOf(batches: readonly OrderedColumns[], count: number): Float64Array {
  const times = new Float64Array(count);
  let at = 0;
  for (const { times: own, count: rows } of batches)
    for (let row = 0; row < rows; row++) times[at++] = Math.round(own[row] as number);
  return times;
}

function segmentsOf(
  batches: readonly OrderedColumns[],
  count: number,
  lateBefore: number,
): Segments {
  const segmentOf = new Uint32Array(count);
  /** By website, for visits in time and for late ones. */
  const known = [new Map<number, number>(), new Map<number, number>()] as const;
  const sizes: number[] = [];
  let at = 0;
  for (const { times, websiteIds, count: rows } of batches)
    for (let row = 0; row < rows; row++, at++) {
      const ofWebsites = known[(times[row] as number) < lateBefore ? 1 : 0];
      const websiteId = websiteIds[row] as number;
      let segment = ofWebsites.get(websiteId);
      if (segment === undefined) ofWebsites.set(websiteId, (segment = sizes.push(0) - 1));
      sizes[segment] = (sizes[segment] as number) + 1;
      segmentOf[at] = segment;
    }
  const starts = new Uint32Array(sizes.length + 1);
  sizes.forEach((size, segment) => (starts[segment + 1] = (starts[segment] as number) + size));
  return { segmentOf, starts };
}

/** Returns the visits, those of a segment together. */
function bySegment(segmentOf: Uint32Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const order = new Uint32Array(segmentOf.length);
  for (let visit = 0; visit < segmentOf.length; visit++) {
    const segment = segmentOf[visit] as number;
    const place = next[segment] as number;
    order[place] = visit;
    next[segment] = place + 1;
  }
  return order;
}

/**
 * Sorts visits by time. Each becomes one number, because numbers alone are sorted much faster than by a
 * comparison. Where these would be too large, they stay as they are: the database sorts as well.
 */
function sortByTime(visits: Uint32Array, times: Float64Array): void {
  const { length } = visits;
  let [first, last, isSorted] = [Infinity, -Infinity, true];
  for (let at = 0; at < length; at++) {
    const time = times[visits[at] as number] as number;
    if (time < last) isSorted = false;
    else last = time;
    if (time < first) first = time;
  }
  if (isSorted || (last - first + 1) * length > MOST_KEY) return;
  const keys = new Float64Array(length);
  for (let at = 0; at < length; at++)
    keys[at] = ((times[visits[at] as number] as number) - first) * length + at;
  keys.sort();
  const before = visits.slice();
  for (let at = 0; at < length; at++) {
    const key = keys[at] as number;
    visits[at] = before[key - Math.floor(key / length) * length] as number;
  }
}

function picked(from: Uint32Array, order: Uint32Array): Uint32Array {
  const to = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) to[at] = from[order[at] as number] as number;
  return to;
}
