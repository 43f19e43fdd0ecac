import type { Logger } from '@app/observability';
import type pg from 'pg';
import type { PageDigest } from '../reports/digest-cover.js';
import { Leader } from '../database/leader.js';
import { statement } from '../database/statement.js';

/** Any fixed number, see Leader. */
const ADVISORY_LOCK = 0x626f7464; // "botd"
/**
 * The planner takes what a digest is made of for a few rows and would loop over thousands: with 8,500
 * pages that took 11 s, a hash join under one.
 */
const SESSION = '-c enable_nestloop=off';
/** By then no writer counts visits of the bucket as being in time. */
const OVER_FOR_SECONDS = 600;
/** With fewer visits a bucket has too few rows of pages to be worth a digest. */
const LEAST_VISITS = 2_000;

const FIND_STALE = statement('upkeep/find_stale_digests');
const MAKE_DIGEST = statement('upkeep/make_page_digest');

interface StaleBucket {
  website_id: number;
  grain: PageDigest['grain'];
  /** Epoch milliseconds. */
  bucket: number;
  ends: number;
  visits: number;
}

export interface DigestRound {
  /** Digests made or renewed. */
  made: number;
  /** What it took to find them, in milliseconds: grows with the days that all websites have together. */
  lookedForMs: number;
}

/**
 * Makes the digests that the reports of pages and bots read instead of pages_daily. A bucket is digested
 * when it is over and had the same visits in the round before: an import under way is let pass first.
 */
export class PageDigests {
  private readonly leader: Leader;
  private lastSeen = new Map<string, number>();

  constructor(
    url: string,
    logger: Logger,
    private readonly leastVisits = LEAST_VISITS,
  ) {
    const name = 'botgauge-digests';
    this.leader = new Leader({ url, lock: ADVISORY_LOCK, name, session: SESSION, logger });
  }

  /**
   * One round; undefined when another process holds the lock. After an error the next round starts
   * on a new connection. It ends early, after the digest under way, when `signal` says so.
   */
  async run(signal?: AbortSignal): Promise<DigestRound | undefined> {
    try {
      const client = await this.leader.elect();
      if (!client) return undefined;
      const start = performance.now();
      const stale = await this.findStale(client);
      const lookedForMs = performance.now() - start;
      const settled = stale.filter((bucket) => this.lastSeen.get(keyOf(bucket)) === bucket.visits);
      this.lastSeen = new Map(stale.map((bucket) => [keyOf(bucket), bucket.visits]));
      let made = 0;
      for (const bucket of settled) {
        if (signal?.aborted) break;
        await makeDigest(client, bucket);
        made++;
      }
      return { made, lookedForMs };
    } catch (error) {
      await this.leader.resign();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.leader.resign();
  }

  private async findStale(client: pg.Client): Promise<StaleBucket[]> {
    const { rows } = await client.query<Record<keyof StaleBucket, string>>(FIND_STALE, [
      OVER_FOR_SECONDS,
      this.leastVisits,
    ]);
    return rows.map((row) => ({
      website_id: Number(row.website_id),
      grain: row.grain as PageDigest['grain'],
      bucket: Number(row.bucket),
      ends: Number(row.ends),
      visits: Number(row.visits),
    }));
  }
}

async function makeDigest(client: pg.Client, bucket: StaleBucket): Promise<void> {
  const bounds = [bucket.bucket, bucket.ends].map((time) => new Date(time).toISOString());
  await client.query(MAKE_DIGEST, [bucket.website_id, bucket.grain, ...bounds]);
}

function keyOf({ website_id: websiteId, grain, bucket }: StaleBucket): string {
  return `${websiteId} ${grain} ${bucket}`;
}
