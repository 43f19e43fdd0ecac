import { groupCalls } from '@app/group-calls';
import type { Accounts, TrackedWebsiteRow } from '@app/storage';
import { LRUCache } from 'lru-cache';
import type { Clock, DatabaseClock } from './clock.js';

/** The website that a tracking id names. */
export interface TrackedWebsite {
  id: number;
  accountId: number;
  domain: string;
}

interface Known {
  website: TrackedWebsite;
  checkedAt: number;
}

/** A deleted or renamed website is known as it was for at most this long. */
const FRESH_MS = 5_000;
const MOST_KNOWN = 10_000;
/** How many ids one statement looks up. */
const IDS_PER_LOOK_UP = 500;
const TRACKING_ID = /^t_[0-9A-Za-z]{1,64}$/;

/**
 * Finds websites by the tracking ids in their pages. It remembers those that exist for a few
 * seconds, and never remembers others, so that a new website counts at once. What wrong ids cost is
 * bounded: one statement at a time looks up all that wait.
 */
export class TrackingIds {
  private readonly known = new LRUCache<string, Known>({ max: MOST_KNOWN });
  private readonly lookUp = groupCalls((ids: string[]) => this.lookUpTogether(ids), {
    most: IDS_PER_LOOK_UP,
  });

  constructor(
    private readonly accounts: Pick<Accounts, 'findTrackedWebsites'>,
    private readonly clock: Clock,
    /** Hears the time of the database with every look-up. */
    private readonly databaseClock: Pick<DatabaseClock, 'asks'>,
  ) {}

  /** Returns undefined when no website has this id. It fails while the database is away. */
  async find(trackingId: string): Promise<TrackedWebsite | undefined> {
    if (!TRACKING_ID.test(trackingId)) return undefined;
    const now = this.clock.now();
    const known = this.known.get(trackingId);
    if (known && now - known.checkedAt < FRESH_MS) return known.website;
    const website = await this.lookUp(trackingId);
    if (website) this.known.set(trackingId, { website, checkedAt: now });
    else this.known.delete(trackingId);
    return website;
  }

  private async lookUpTogether(ids: string[]): Promise<(TrackedWebsite | undefined)[]> {
    const hear = this.databaseClock.asks();
    const rows = await this.accounts.findTrackedWebsites(ids);
    const [row] = rows;
    if (row) hear(row.database_ms);
    const byId = new Map(rows.map((found) => [found.tracking_id, websiteOf(found)]));
    return ids.map((id) => byId.get(id));
  }
}

function websiteOf({ id, account_id: accountId, domain }: TrackedWebsiteRow): TrackedWebsite {
  return { id, accountId, domain };
}
