import { countOf, packColumns, type PackedColumn, unpackColumns } from './pack-columns.js';

/** The columns of visits, in the order in which they are packed. */
const COLUMNS = {
  /** The row of the evidence about the visitor and hour. */
  visitors: Int32Array,
  /** Numbers of the dictionaries of the website; 0 for what is beyond their bounds. */
  pages: Float64Array,
  hosts: Int32Array,
  clients: Int32Array,
  statuses: Int32Array,
  /** As `countryNumber` makes them of two letters; 0 when the country is not known. */
  countries: Int32Array,
  /** Indexes of the assistants that sent the visitors, from 1; 0 for none. */
  sources: Int32Array,
} as const;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

/**
 * The visits of browsers to one website on one UTC day, column by column: what lists of reports tell
 * apart, and no address. It is kept as long as the evidence about their visitors.
 */
export type BrowserVisits = {
  count: number;
  /** The names of assistants. */
  assistants: string[];
} & { [Name in Column]: InstanceType<(typeof COLUMNS)[Name]> };

/** Returns columns with room for so many visits, none of which is written. */
export function createBrowserVisits(count: number): BrowserVisits {
  const columns = NAMES.map((name) => [name, new COLUMNS[name](count)] as const);
  return { count, assistants: [], ...Object.fromEntries(columns) } as unknown as BrowserVisits;
}

/** Returns the bytes of visits: their columns, and the names of assistants as JSON if there are any. */
export function packBrowserVisits(visits: BrowserVisits): Buffer {
  const columns = packColumns(visits.count, columnsOf(visits));
  if (visits.assistants.length === 0) return columns;
  return Buffer.concat([columns, Buffer.from(JSON.stringify(visits.assistants))]);
}

/** @throws Error when the bytes are not what `packBrowserVisits` makes */
export function unpackBrowserVisits(bytes: Buffer): BrowserVisits {
  const visits = createBrowserVisits(countOf(bytes));
  const names = bytes.subarray(unpackColumns(bytes, columnsOf(visits)));
  if (names.length > 0) visits.assistants = JSON.parse(names.toString()) as string[];
  return visits;
}

/** Visits whose visitors have other rows now. */
interface Moved {
  visits: BrowserVisits;
  /** For each former row of the evidence the one into which it was merged. */
  rowOf: Int32Array;
}

/** Returns the visits of several pieces as one. */
export function joinBrowserVisits(pieces: readonly Moved[]): BrowserVisits {
  const joined = createBrowserVisits(pieces.reduce((sum, { visits }) => sum + visits.count, 0));
  let at = 0;
  for (const { visits, rowOf } of pieces) {
    const sourceOf = [0, ...visits.assistants.map((name) => sourceOfAssistant(joined, name))];
    for (const name of NAMES) joined[name].set(visits[name].subarray(0, visits.count), at);
    for (let row = 0; row < visits.count; row++, at++) {
      joined.visitors[at] = rowOf[visits.visitors[row] as number] as number;
      joined.sources[at] = sourceOf[visits.sources[row] as number] as number;
    }
  }
  return joined;
}

/** Returns what stands for an assistant, which is added when it is new. There are a few dozen. */
export function sourceOfAssistant({ assistants }: BrowserVisits, name: string): number {
  const known = assistants.indexOf(name);
  return known < 0 ? assistants.push(name) : known + 1;
}

const BYTE = 256;

/** Returns the number of a country of two letters, or 0. */
export function countryNumber(country: string | null): number {
  return country === null ? 0 : country.charCodeAt(0) * BYTE + country.charCodeAt(1);
}

/** Returns the country of a number that is not 0. */
export function countryOf(number: number): string {
  return String.fromCharCode(Math.floor(number / BYTE), number % BYTE);
}

function columnsOf(visits: BrowserVisits): PackedColumn[] {
  return NAMES.map((name) => ({ name, values: visits[name] }));
}
