import type { AddressColumn } from './address-column.js';

/**
 * Log entries as columns: place N of each column belongs to entry N. It takes no object for each
 * entry, and what is made of a text can be made once for all entries that have it.
 */
export interface EntryColumns {
  /** The number of entries. */
  count: number;
  /** Epoch milliseconds UTC. */
  time: Float64Array;
  /** 0 to 999. */
  statusCode: Uint32Array;
  method: TextColumn;
  host: TextColumn;
  path: TextColumn;
  userAgent: TextColumn;
  referer: TextColumn<string | null>;
  /** As numbers, because only few of them are ever needed as texts. */
  addresses: AddressColumn;
  /** The places of entries that are static files, ascending. */
  staticFiles: readonly number[];
  /** The places of entries with a signature agent, ascending, and its host. */
  signatureAgents: readonly (readonly [place: number, host: string])[];
}

/** The texts of a field. Most come again, so each entry has the place of its own. */
export interface TextColumn<Text extends string | null = string> {
  /** Nearly always each text stands here once. Some may belong to no entry. */
  texts: readonly Text[];
  places: Uint32Array;
}
