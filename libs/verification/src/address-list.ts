/** How the source of a list is written. */
export type ListFormat =
  /** JSON, `{ "prefixes": [{ "ipv4Prefix": … } or { "ipv6Prefix": … }] }`, as Google began it. */
  | 'prefixes'
  /** JSON of any other shape: every text in it that is a prefix or an address counts. */
  | 'json'
  /** Lines, each with a prefix or an address; `#` begins a comment. */
  | 'text';

/** What is known about a list of addresses besides its content. */
export interface AddressList {
  /** Never changes: contents are stored under it. */
  id: string;
  /** Whose addresses these are. For lists of bots, the word of the registry. */
  provider: string;
  /**
   * - `bots`: an address in the list verifies bots of the provider.
   * - `edge`: servers of a CDN. A log that has such an address has the proxy's, not the visitor's.
   * - `cloud`: machines that anybody rents, operators of bots as well.
   * - `other`: addresses that prove nothing, and are only told when somebody asks about an address.
   */
  role: 'bots' | 'edge' | 'cloud' | 'other';
  /** Where a person finds the list, or out of what it was put together. */
  published: string;
  /**
   * The addresses from which the list is fetched; it is all of them together. Empty if it cannot be
   * fetched and comes with releases only.
   */
  sources: readonly string[];
  format: ListFormat;
  /**
   * The bots (slugs of the registry) that can be called spoofed: the operator says that the list has
   * all their addresses, and what it added in the past was near the others, or in a cloud that is
   * named here.
   */
  completeFor: readonly string[];
  /**
   * For how many days before and after the day on which it was fetched the list tells what its
   * operator publishes. Nothing more follows from it: who is outside is spoofed only if the operator
   * could not have come from there either.
   */
  provesForDays: 2 | 7;
  /**
   * The bots that an address in the list verifies, if these are not all bots of the provider: others
   * send from such addresses, too, or the operator has another list for its other bots.
   */
  verifies?: readonly string[];
  /** Bots of the same operator that the registry has under another provider. */
  alsoVerifies?: readonly string[];
  /** The clouds (ids of lists) in which the operator rents addresses that it lists one by one. */
  rentsFrom?: readonly string[];
  /** Networks of the operator, from which its next addresses come. */
  ownNetworks?: readonly string[];
}

/** What a list held when it was last fetched and found valid. */
export interface ListContent {
  id: string;
  /** That day or time, in UTC: `2026-05-05` or `2026-05-05T20:01:02Z`. */
  fetchedAt: string;
  /** CIDRs in canonical form, collapsed. */
  prefixes: readonly string[];
}
