/**
 * Log entries as columns: place N of each column belongs to entry N. It takes no object for each
 * entry, and what is made of a text can be made once for all entries that have it.
 */
export interface EntryColumns extends TextColumns {
  ip: readonly (string | null)[];
}

/** Log entries on their way into the queue: nobody has made texts of their addresses. */
export interface PackedEntries extends TextColumns {
  addresses: AddressColumn;
}

interface TextColumns {
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

/** Addresses and networks of visitors as numbers. */
export interface AddressColumn {
  /** What each is, by the number of its bytes: an `ADDRESS_BYTES`. */
  lengths: Uint8Array;
  /** Four of 32 bits for each, the highest first. IPv4 has its one in the first; others are 0. */
  words: Uint32Array;
}

/** Numbers of bytes in an `AddressColumn`. The networks are those of `storedAddress`. */
export const ADDRESS_BYTES = {
  none: 0,
  ipv4Network: 3,
  ipv4: 4,
  ipv6Network: 6,
  ipv6: 16,
} as const;
