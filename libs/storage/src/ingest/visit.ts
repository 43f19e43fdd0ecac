import type { Verification } from '@app/contracts';

/** One visit as it is stored. */
export interface Visit {
  /** Epoch milliseconds UTC. */
  time: number;
  websiteId: number;
  /** Id of the bot in the registry; 0 is a person. */
  botId: number;
  verification: Verification;
  statusCode: number;
  /** Null when the path is beyond the bound on distinct paths. */
  pageId: number | null;
  method: string;
  host: string;
  path: string;
  /** In the form that IP_STORAGE allows. */
  ip: string | null;
  userAgent: string;
  browser: string | null;
  os: string | null;
  device: string | null;
  referer: string | null;
  referralSource: string | null;
}

export interface VisitBatch {
  /** Identity of the batch in the ledger. */
  id: string;
  accountId: number;
  /** Epoch milliseconds UTC. */
  receivedAt: number;
  visits: Visit[];
  /** Requests that are not counted as visits; by default none. */
  skipped?: SkippedRequests[];
}

/** Requests for static files of a website that counts pages only. */
export interface SkippedRequests {
  websiteId: number;
  /** Start of their UTC day, epoch milliseconds. */
  day: number;
  requests: number;
}
