import { NumberIndex } from './number-index.js';

/**
 * The columns of evidence, in the order in which they are packed. All of them are merged by operations
 * that do not depend on any order. They are of three types only, because a loop that goes over columns
 * of five types takes several times as long.
 */
const COLUMNS = {
  /** Hours of the day, from 0. */
  hours: Int32Array,
  /** Pseudonyms, below 2^48. */
  visitors: Float64Array,
  addresses: Float64Array,
  /** The networks of the addresses, as `networkNumber` makes them; 0 when none may be kept. */
  networks: Float64Array,
  /** Checksums of agents. */
  agents: Int32Array,
  /** When browsers were released, in days after the begin of 2000; -1 when it is not known. */
  released: Int32Array,
  signs: Int32Array,
  /** The groups of paths of pages, a bit for each. */
  pathsLow: Int32Array,
  pathsHigh: Int32Array,
  /** All requests, those that are counted as visits, and those of these with a status of 400 or more. */
  requests: Uint32Array,
  visits: Uint32Array,
  errorVisits: Uint32Array,
  /** Requests for pages, and those of them that the server refused. */
  pages: Uint32Array,
  refusals: Uint32Array,
  /** The first and the last request, in milliseconds after the begin of the hour. */
  firstMs: Uint32Array,
  lastMs: Uint32Array,
} as const;
export type EvidenceColumn = keyof typeof COLUMNS;
export const EVIDENCE_COLUMNS = Object.keys(COLUMNS) as EvidenceColumn[];

/**
 * What requests show of the visitors of one website on one UTC day, column by column: one value for each
 * visitor and hour.
 */
export type Evidence = { count: number } & {
  [Name in EvidenceColumn]: InstanceType<(typeof COLUMNS)[Name]>;
};

const HOURS_OF_DAY = 24;
/** The largest values first, as each column must begin at a multiple of its size. */
const BY_SIZE = Object.entries(COLUMNS).sort(
  ([, one], [, other]) => other.BYTES_PER_ELEMENT - one.BYTES_PER_ELEMENT,
);
const BYTES_OF_ROW = BY_SIZE.reduce((sum, [, type]) => sum + type.BYTES_PER_ELEMENT, 0);

/** Returns evidence with room for so many rows. Its columns share one piece of memory. */
export function createEvidence(count: number): Evidence {
  const memory = new ArrayBuffer(count * BYTES_OF_ROW);
  let at = 0;
  const columns = BY_SIZE.map(([name, Type]) => {
    const column = new Type(memory, at, count);
    at += column.byteLength;
    return [name, column] as const;
  });
  return { count, ...Object.fromEntries(columns) } as unknown as Evidence;
}

/** Merges rows, so that there is one for each visitor and hour. */
export class EvidenceMerger {
  private readonly merged: Evidence;
  private readonly known: NumberIndex;

  /** @param most how many rows will be added */
  constructor(most: number) {
    this.merged = createEvidence(most);
    this.known = new NumberIndex(most);
  }

  /** Adds a row, and returns the one into which it was merged. */
  add(from: Evidence, row: number): number {
    const key = (from.visitors[row] as number) * HOURS_OF_DAY + (from.hours[row] as number);
    const before = this.known.count;
    const to = this.known.indexOf(key);
    if (to === before) copyRow(from, row, this.merged, to);
    else mergeRow(from, row, this.merged, to);
    return to;
  }

  /** Returns what was merged. Its columns have room for more rows than it has. */
  result(): Evidence {
    return { ...this.merged, count: this.known.count };
  }
}

function copyRow(from: Evidence, row: number, to: Evidence, at: number): void {
  to.hours[at] = from.hours[row] as number;
  to.visitors[at] = from.visitors[row] as number;
  to.addresses[at] = from.addresses[row] as number;
  to.networks[at] = from.networks[row] as number;
  to.agents[at] = from.agents[row] as number;
  to.released[at] = from.released[row] as number;
  to.firstMs[at] = from.firstMs[row] as number;
  to.lastMs[at] = from.lastMs[row] as number;
  add(from, row, to, at);
}

function mergeRow(from: Evidence, row: number, to: Evidence, at: number): void {
  const [first, last] = [from.firstMs[row] as number, from.lastMs[row] as number];
  if (first < (to.firstMs[at] as number)) to.firstMs[at] = first;
  if (last > (to.lastMs[at] as number)) to.lastMs[at] = last;
  add(from, row, to, at);
}

/** Column by column, because a loop over the names takes several times as long. */
function add(from: Evidence, row: number, to: Evidence, at: number): void {
  to.signs[at] = (to.signs[at] as number) | (from.signs[row] as number);
  to.pathsLow[at] = (to.pathsLow[at] as number) | (from.pathsLow[row] as number);
  to.pathsHigh[at] = (to.pathsHigh[at] as number) | (from.pathsHigh[row] as number);
  to.requests[at] = (to.requests[at] as number) + (from.requests[row] as number);
  to.visits[at] = (to.visits[at] as number) + (from.visits[row] as number);
  to.errorVisits[at] = (to.errorVisits[at] as number) + (from.errorVisits[row] as number);
  to.pages[at] = (to.pages[at] as number) + (from.pages[row] as number);
  to.refusals[at] = (to.refusals[at] as number) + (from.refusals[row] as number);
}
