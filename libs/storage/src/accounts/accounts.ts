import type {
  AccountLimits,
  Limits,
  PlanName,
  WebsiteBehaviour,
  WebsiteCount,
} from '@app/contracts';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import { forgetVisitors } from '../people/forget-visitors.js';

export interface AccountRow extends AccountLimits {
  id: number;
  public_id: string;
  name: string;
  created_at: Date;
}

export interface WebsiteRow {
  id: number;
  account_id: number;
  public_id: string;
  domain: string;
  tracking_id: string;
  counts: WebsiteCount;
  behaviour: WebsiteBehaviour;
  created_at: Date;
}

/** A website as a pixel names it. */
export interface TrackedWebsiteRow extends Pick<
  WebsiteRow,
  'id' | 'account_id' | 'domain' | 'tracking_id'
> {
  /** The time of the database at this answer, epoch milliseconds. */
  database_ms: number;
}

/** A missing limit is the plan's. */
export interface NewAccount extends Partial<Limits> {
  publicId: string;
  name: string;
  plan: PlanName;
}

/** What changes in an account. Missing fields are not changed; `plan` removes its own limit. */
export interface AccountChanges extends Partial<Record<keyof Limits, number | 'plan'>> {
  name?: string;
  plan?: PlanName;
}

export interface NewWebsite {
  accountId: number;
  publicId: string;
  trackingId: string;
  domain: string;
  /** Default: everything. */
  counts?: WebsiteCount;
  /** Default: as BEHAVIOUR says. */
  behaviour?: WebsiteBehaviour;
  /** How many websites the account may have; by default any number. */
  most?: number;
}

/** What changes in a website. Missing fields are not changed. */
export interface WebsiteChanges {
  domain?: string | undefined;
  counts?: WebsiteCount | undefined;
  behaviour?: WebsiteBehaviour | undefined;
}

/** At most `limit` items after `after`, the public id of the last item seen. */
export interface PageRequest {
  after?: string | undefined;
  limit?: number;
}

/**
 * A page of a list whose items may be deleted while it is read. Such a list goes on behind the time
 * at which the last item seen was made.
 */
export interface PageByTime extends PageRequest {
  afterTime?: Date | undefined;
}

const SQL = {
  createAccount: statement('accounts/create_account'),
  updateAccount: statement('accounts/update_account'),
  listAccounts: statement('accounts/list_accounts'),
  findAccount: statement('accounts/find_account'),
  findAccountById: statement('accounts/find_account_by_id'),
  createWebsite: statement('accounts/create_website'),
  roomForWebsite: statement('accounts/room_for_website'),
  hasDomain: statement('accounts/has_domain'),
  listWebsites: statement('accounts/list_websites'),
  findWebsite: statement('accounts/find_website'),
  updateWebsite: statement('accounts/update_website'),
  findTrackedWebsites: statement('accounts/find_tracked_websites'),
  deleteWebsite: statement('accounts/delete_website'),
};

const UNIQUE_VIOLATION = '23505';

/** Returns the limits in the order that the statements take them. */
function inOrder<Value>(limits: Partial<Record<keyof Limits, Value>>): (Value | undefined)[] {
  const { apiRequestsPerMinute, ingestRequestsPerMinute } = limits;
  const { totalIngestRequestsPerMinute, maxLiveKeys, maxWebsites, fetchSecondsPerDay } = limits;
  return [
    ...[apiRequestsPerMinute, ingestRequestsPerMinute, totalIngestRequestsPerMinute],
    ...[maxLiveKeys, maxWebsites, fetchSecondsPerDay],
  ];
}

/** Accounts and their websites. */
export class Accounts {
  /** `pool` may also be a single connection with an open transaction. */
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  async createAccount(account: NewAccount): Promise<AccountRow> {
    const { publicId, name, plan } = account;
    const values = [publicId, name, plan, ...inOrder(account)];
    return (await this.rows<AccountRow>('createAccount', values))[0] as AccountRow;
  }

  /** Returns undefined when there is no such account. */
  async updateAccount(publicId: string, changes: AccountChanges): Promise<AccountRow | undefined> {
    const { name, plan } = changes;
    const numbers = inOrder(changes).map((number) => (number === 'plan' ? 0 : number));
    return (await this.rows<AccountRow>('updateAccount', [publicId, name, plan, ...numbers]))[0];
  }

  listAccounts(): Promise<AccountRow[]> {
    return this.rows('listAccounts', []);
  }

  async findAccount(publicId: string): Promise<AccountRow | undefined> {
    return (await this.rows<AccountRow>('findAccount', [publicId]))[0];
  }

  async findAccountById(id: number): Promise<AccountRow | undefined> {
    return (await this.rows<AccountRow>('findAccountById', [id]))[0];
  }

  /** Returns undefined when the account already has the domain, or no room for one more. */
  async createWebsite(website: NewWebsite): Promise<WebsiteRow | undefined> {
    const { accountId, publicId, trackingId, domain } = website;
    const { counts = 'all', behaviour = 'default', most } = website;
    const values = [accountId, publicId, trackingId, domain, counts, behaviour, most];
    return (await this.rows<WebsiteRow>('createWebsite', values))[0];
  }

  /**
   * Tells whether an account may have one more website: not when it is `full`, or when it made
   * twice as many as it may have within a day.
   */
  async roomForWebsite(
    accountId: number,
    most: number,
  ): Promise<'room' | 'full' | 'too_many_made'> {
    type Row = { room: 'room' | 'full' | 'too_many_made' };
    return (await this.rows<Row>('roomForWebsite', [accountId, most]))[0]?.room ?? 'room';
  }

  async hasDomain(accountId: number, domain: string): Promise<boolean> {
    return (await this.rows('hasDomain', [accountId, domain])).length > 0;
  }

  /** Returns the websites, oldest first. */
  listWebsites(accountId: number, { after, limit }: PageRequest = {}): Promise<WebsiteRow[]> {
    return this.rows('listWebsites', [accountId, after, limit]);
  }

  async findWebsite(publicId: string): Promise<WebsiteRow | undefined> {
    return (await this.rows<WebsiteRow>('findWebsite', [publicId]))[0];
  }

  /** Returns the websites with these tracking ids, in any order. */
  findTrackedWebsites(trackingIds: readonly string[]): Promise<TrackedWebsiteRow[]> {
    return this.rows('findTrackedWebsites', [trackingIds]);
  }

  /**
   * Returns `taken` when the account has another website with this domain, and undefined when the
   * website is deleted.
   */
  async updateWebsite(
    id: number,
    { domain, counts, behaviour }: WebsiteChanges,
  ): Promise<WebsiteRow | 'taken' | undefined> {
    try {
      const values = [id, domain, counts, behaviour];
      const [website] = await this.rows<WebsiteRow>('updateWebsite', values);
      if (website && website.behaviour !== 'default') await forgetVisitors(this.pool, id);
      return website;
    } catch (error) {
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return 'taken';
      throw error;
    }
  }

  /**
   * Hides the website, stops its keys, revokes its shared links, and forgets its visitors; its visits
   * are erased later.
   * Returns false when there is no such website.
   */
  async deleteWebsite(accountId: number, publicId: string): Promise<boolean> {
    const [website] = await this.rows<{ id: number }>('deleteWebsite', [accountId, publicId]);
    if (website) await forgetVisitors(this.pool, website.id);
    return website !== undefined;
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name, text: SQL[name], values });
    return rows;
  }
}
