import type { Evidence } from '@app/people';

/** What the requests of a batch show of visitors: a row for each website, hour and visitor. */
export interface BatchEvidence {
  evidence: Evidence;
  websiteIds: Int32Array;
  /** UTC days, since 1970. */
  days: Int32Array;
  /** The UTC days on which the keys of the pseudonyms were made, since 1970. */
  madeOn: Int32Array;
}

/** Visits of browsers to a website on a UTC day that cannot be judged, by why. */
export interface Unjudged {
  websiteId: number;
  /** In days since 1970. */
  day: number;
  noAddress: number;
  sharedAddress: number;
  noKey: number;
}
