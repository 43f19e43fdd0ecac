import type { WebsiteBehaviour, WebsiteCount } from '@app/contracts';
import { groupCalls } from '@app/group-calls';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { mayBeOneCall } from '../database/database-error.js';
import { statement } from '../database/statement.js';

/** Asks for which websites a batch may count. */
export interface BatchWebsitesRequest {
  accountId: number;
  domains: string[];
  /** Internal id of the website that owns the tracking key. */
  ownWebsiteId: number;
  /** Epoch milliseconds. */
  receivedAt: number;
}

/** Internal ids of websites by domain, and what is special about some of them. */
export interface BatchWebsites {
  byDomain: Map<string, number>;
  deleted: Set<number>;
  /** Those that do not count requests for static files. */
  pagesOnly: Set<number>;
  /** How visits of browsers are judged, of websites that have chosen it. */
  behaviours: Map<number, WebsiteBehaviour>;
  /** The domain that a website has now. */
  domains: Map<number, string>;
}

/**
 * One website that a group of requests may ask for, under a domain that it has or had. Deleted ones
 * come last.
 */
export interface CandidateWebsite {
  id: number;
  account_id: number;
  domain: string;
  counts: WebsiteCount;
  behaviour: WebsiteBehaviour;
  created_at: Date;
  deleted_at: Date | null;
  /** When the website got the domain; null when that was before the first of the batches came. */
  since: Date | null;
  /** When it got another one; null when it still has it. */
  until: Date | null;
}

const WAIT = statement('ingest/wait_for_changes_of_websites');
const FIND = statement('ingest/find_websites_of_batches');
/**
 * The longest wait for a moment at which a batch was accepted. It is ahead of the clock of the
 * database by a few milliseconds at most, unless somebody has set that clock back.
 */
const LONGEST_WAIT_MS = 1_000;
/** Roughly how many domains one query looks up. */
const MOST_DOMAINS = 5_000;

/**
 * Finds the websites that the entries of a batch belong to: those that had its domains when it was
 * accepted, so that the answer is the same at every delivery. A website that was made after that
 * gets none of them. One that was deleted after that still gets its entries, so that they are
 * dropped with it. The same holds for the website that owns the key, whenever it was deleted.
 * Requests that come together become one query.
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
    const accounts = [...new Set(requests.map(({ accountId }) => accountId))];
    await this.untilSettled(accounts, Math.max(...requests.map(({ receivedAt }) => receivedAt)));
    const { rows } = await this.pool.query<CandidateWebsite>({
      name: 'find_websites_of_batches',
      text: FIND,
      values: [
        accounts,
        [...new Set(requests.flatMap(({ domains }) => domains))],
        [...new Set(requests.map(({ ownWebsiteId }) => ownWebsiteId))],
        Math.min(...requests.map(({ receivedAt }) => receivedAt)),
      ],
    });
    return requests.map((request) => websitesOf(request, rows));
  }

  /**
   * Waits until nothing can change any more about the websites that accounts had at a moment.
   * Otherwise a later delivery might find other websites, and count entries for those, too.
   */
  private async untilSettled(accounts: number[], moment: number): Promise<void> {
    // Times of websites are rounded to milliseconds.
    const settled = moment + 1;
    for (let left = LONGEST_WAIT_MS; ;) {
      const { rows } = await this.pool.query<{ database_ms: number }>({
        name: 'wait_for_changes_of_websites',
        text: WAIT,
        values: [accounts],
      });
      const wait = Math.min(left, Math.ceil(settled - (rows[0]?.database_ms ?? settled)));
      if (wait <= 0) return;
      left -= wait;
      await sleep(wait);
    }
  }
}

/** Returns the rows that one request asked for. */
export function websitesOf(
  { accountId, domains, ownWebsiteId, receivedAt }: BatchWebsitesRequest,
  rows: CandidateWebsite[],
): BatchWebsites {
  const asked = new Set(domains);
  const ofAccount = rows.filter(({ account_id }) => account_id === accountId);
  const isOwn = ({ id, until }: CandidateWebsite) => id === ownWebsiteId && until === null;
  const found = ofAccount.filter(
    (row) => isOwn(row) || (asked.has(row.domain) && isThere(row, ownWebsiteId, receivedAt)),
  );
  const named = found.filter((row) => hadDomain(row, receivedAt));
  return {
    byDomain: new Map(named.map(({ domain, id }) => [domain, id])),
    deleted: new Set(found.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id)),
    pagesOnly: new Set(found.filter(({ counts }) => counts === 'pages').map(({ id }) => id)),
    behaviours: new Map(
      found
        .filter(({ behaviour }) => behaviour !== 'default')
        .map(({ id, behaviour }) => [id, behaviour]),
    ),
    domains: new Map(
      found.filter(({ until }) => until === null).map(({ id, domain }) => [id, domain]),
    ),
  };
}

/** Tells whether a batch may count for a website: for that of its key in any case. */
function isThere(
  { id, created_at, deleted_at }: CandidateWebsite,
  ownWebsiteId: number,
  moment: number,
): boolean {
  if (id === ownWebsiteId) return true;
  const isLater = created_at.getTime() > moment;
  return !isLater && (deleted_at === null || deleted_at.getTime() > moment);
}

/** Tells whether a website had the domain of the row at a moment. */
function hadDomain({ since, until }: CandidateWebsite, moment: number): boolean {
  return (
    (since === null || since.getTime() <= moment) && (until === null || until.getTime() > moment)
  );
}
