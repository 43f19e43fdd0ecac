import { groupCalls } from '@app/group-calls';
import type pg from 'pg';
import { mayBeOneCall } from '../database/database-error.js';
import { statement } from '../database/statement.js';

/** Which websites a batch may count for. */
export interface BatchWebsitesRequest {
  accountId: number;
  domains: string[];
  /** Internal id of the tracking key's own website. */
  ownWebsiteId: number;
  /** Epoch milliseconds. */
  receivedAt: number;
}

/** Internal ids of websites by domain, and those of them that are deleted. */
export interface BatchWebsites {
  byDomain: Map<string, number>;
  deleted: Set<number>;
}

/** One row of what a group of requests may ask for; deleted ones come last. */
export interface CandidateWebsite {
  id: number;
  account_id: number;
  domain: string;
  deleted_at: Date | null;
}

const FIND = statement('ingest/find_websites_of_batches');
/** Domains in one query, about. */
const MOST_DOMAINS = 5_000;

/**
 * Finds the websites that entries of a batch belong to; requests that come together are one query. A
 * website that was deleted after the batch was accepted still has its entries, to be dropped with it; so
 * has the key's own, whenever it was deleted.
 */
export class WebsitesOfBatches {
  readonly find: (request: BatchWebsitesRequest) => Promise<BatchWebsites>;

  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {
    this.find = groupCalls((requests) => this.query(requests), {
      most: MOST_DOMAINS,
      weigh: ({ domains }) => 1 + domains.length,
      halveAfter: mayBeOneCall,
    });
  }

  private async query(requests: BatchWebsitesRequest[]): Promise<BatchWebsites[]> {
    const { rows } = await this.pool.query<CandidateWebsite>({
      name: 'find_websites_of_batches',
      text: FIND,
      values: [
        [...new Set(requests.map(({ accountId }) => accountId))],
        [...new Set(requests.flatMap(({ domains }) => domains))],
        [...new Set(requests.map(({ ownWebsiteId }) => ownWebsiteId))],
        Math.min(...requests.map(({ receivedAt }) => receivedAt)),
      ],
    });
    return requests.map((request) => websitesOf(request, rows));
  }
}

/** What of the rows a request asked for. */
export function websitesOf(
  { accountId, domains, ownWebsiteId, receivedAt }: BatchWebsitesRequest,
  rows: CandidateWebsite[],
): BatchWebsites {
  const asked = new Set(domains);
  const found = rows.filter(
    ({ id, account_id, domain, deleted_at }) =>
      account_id === accountId &&
      (id === ownWebsiteId ||
        (asked.has(domain) && (deleted_at === null || deleted_at.getTime() > receivedAt))),
  );
  return {
    byDomain: new Map(found.map(({ domain, id }) => [domain, id])),
    deleted: new Set(found.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id)),
  };
}
