import type { AddressColumn, RowTexts } from '@app/contracts';
import type { BatchEvidence, Unjudged } from './batch-evidence.js';
import type { Client, PageVisit, Referer } from './dictionaries.js';

/** A page with its id; null when the path is beyond the bound on distinct paths. */
export type VisitedPage = PageVisit & { id: number | null };

/**
 * Visits as they are stored, column by column: each column has a value for each visit, in the same
 * order. What repeats stands in a list once, and the column has its place there, from 0. An object
 * for each visit would cost the worker more than everything else that it does with a visit.
 */
export interface VisitColumns {
  /** How many visits there are. */
  count: number;
  /** Epoch milliseconds UTC. */
  times: Float64Array;
  websiteIds: Int32Array;
  /** Ids of bots in the registry; 0 is a person. */
  botIds: Int32Array;
  /** Codes, as `verificationCode` returns them. */
  verifications: Uint8Array;
  statusCodes: Uint32Array;
  /** In the form that IP_STORAGE allows. */
  addresses: AddressColumn;
  pageOf: Int32Array;
  pages: readonly VisitedPage[];
  clientOf: Int32Array;
  clients: readonly Client[];
  /** -1 for a visit without a referer. */
  refererOf: Int32Array;
  referers: readonly Referer[];
  /** What stands as a text in the row. */
  texts: RowTexts;
  /** The row of the evidence of its batch about the visitor, or -1; undefined when there is none. */
  visitorOf?: Int32Array | undefined;
}

/** What the ledger knows of a batch. */
export interface BatchIdentity {
  /** Identity of the batch in the ledger. */
  id: string;
  accountId: number;
  /** Epoch milliseconds UTC. */
  receivedAt: number;
  /** The batches that it is a half of, by default none. Some websites may have all of such a batch. */
  halfOf?: readonly string[];
}

export interface VisitBatch extends BatchIdentity {
  /** The website whose tracking key the batch came with. */
  keyWebsiteId: number;
  visits: VisitColumns;
  /** Requests that are not counted as visits; by default none. */
  skipped?: SkippedRequests[];
  /** What the requests show of visitors; by default nothing. */
  evidence?: BatchEvidence | undefined;
  /** Visits of browsers that cannot be judged; by default none. */
  unjudged?: readonly Unjudged[];
}

/** Requests for static files of a website that counts pages only. */
export interface SkippedRequests {
  websiteId: number;
  /** Start of their UTC day, epoch milliseconds. */
  day: number;
  requests: number;
}
