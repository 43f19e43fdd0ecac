import type { Logger } from '@app/observability';
import type pg from 'pg';
import { Leader } from '../database/leader.js';
import { statement } from '../database/statement.js';

/** Any fixed number, see Leader. */
const ADVISORY_LOCK = 0x626f7465; // "bote"
/**
 * A worker that looked a website up before it was deleted has written by then: a few statements of 30 s
 * at most.
 */
const SETTLED_AFTER_SECONDS = 600;

const FIND_WEBSITES = statement('upkeep/find_websites_to_erase');
const FIND_TABLES = statement('upkeep/find_website_tables');
const ERASE_SLICE = statement('upkeep/erase_slice');
const FINISH = statement('upkeep/finish_erasure');

interface DeletedWebsite {
  id: number;
  public_id: string;
  settled: boolean;
}

interface WebsiteTable {
  relation: string;
  slicing: string;
}

export interface ErasureRound {
  /** Rows of visits, counts and pages, of all deleted websites. */
  rows: number;
  /** Public ids of websites of which nothing is left. */
  finished: string[];
}

/**
 * Erases visits, counts and pages of deleted websites, in slices that are a short transaction each. A
 * round goes through every table once; a website is finished by a round that finds nothing of it, once
 * nobody can be writing for it any more.
 */
export class WebsiteEraser {
  private readonly leader: Leader;

  constructor(
    url: string,
    logger: Logger,
    private readonly settledAfterSeconds = SETTLED_AFTER_SECONDS,
  ) {
    this.leader = new Leader({ url, lock: ADVISORY_LOCK, name: 'botgauge-erasure', logger });
  }

  /**
   * One round; undefined when another process holds the lock. After an error the next round starts on a
   * new connection. It ends early, after the slice under way, when `signal` says so.
   */
  async run(signal?: AbortSignal): Promise<ErasureRound | undefined> {
    try {
      const client = await this.leader.elect();
      if (!client) return undefined;
      const round: ErasureRound = { rows: 0, finished: [] };
      const values = [this.settledAfterSeconds];
      const { rows: websites } = await client.query<DeletedWebsite>(FIND_WEBSITES, values);
      for (const website of websites) {
        const erased = await eraseWebsite(client, website.id, signal);
        if (signal?.aborted) break;
        round.rows += erased;
        if (erased > 0 || !website.settled) continue;
        await client.query(FINISH, [website.id]);
        round.finished.push(website.public_id);
      }
      return round;
    } catch (error) {
      await this.leader.resign();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.leader.resign();
  }
}

/** Rows that were erased. */
async function eraseWebsite(
  client: pg.Client,
  websiteId: number,
  signal?: AbortSignal,
): Promise<number> {
  const { rows: tables } = await client.query<WebsiteTable>(FIND_TABLES);
  let erased = 0;
  for (const { relation, slicing } of tables) {
    for (let slice = 0, more = true; more && !signal?.aborted; slice++) {
      const values = [relation, slicing, websiteId, slice];
      const { rows } = await client.query<{ erased: string; more: boolean }>(ERASE_SLICE, values);
      erased += Number(rows[0]?.erased);
      more = rows[0]?.more ?? false;
    }
  }
  return erased;
}
