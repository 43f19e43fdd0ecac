import type { AccountLimits } from '@app/contracts';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { PageByTime } from './accounts.js';

/** A shared link as it may be shown at any time, without its token. */
export interface ShownShareRow {
  public_id: string;
  website_public_id: string;
  name: string;
  /** First 4 characters of the token. */
  first4: string;
  /** Days of UTC, `YYYY-MM-DD`, both inclusive. Null means that there is no bound on that side. */
  first_day: string | null;
  last_day: string | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

/** A shared link in a list, with the domain that it shows. */
export interface ListedShareRow extends ShownShareRow {
  domain: string;
}

/** What a request needs to know about the shared link that it was opened with. */
export interface ShareRow extends ListedShareRow, AccountLimits {
  sha256: Buffer;
  id: number;
  website_id: number;
  account_id: number;
}

export interface NewShare {
  publicId: string;
  websiteId: number;
  name: string;
  sha256: Buffer;
  first4: string;
  firstDay: string | null;
  lastDay: string | null;
  expiresAt: Date | null;
  now: Date;
  /** How many shared links the website may have. */
  most: number;
}

const SQL = {
  createShare: statement('accounts/create_share'),
  findShares: statement('accounts/find_shares'),
  listShares: statement('accounts/list_shares'),
  touchShare: statement('accounts/touch_share'),
  revokeShare: statement('accounts/revoke_share'),
};

/** The shared links of websites. A token itself is stored nowhere, only its hash. */
export class Shares {
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  /** Returns undefined when the website has `most` shared links already, or is deleted. */
  async createShare(share: NewShare): Promise<ShownShareRow | undefined> {
    const { publicId, websiteId, name, sha256, first4 } = share;
    const { firstDay, lastDay, expiresAt, now, most } = share;
    const bounds = [firstDay, lastDay, expiresAt];
    const values = [publicId, websiteId, name, sha256, first4, ...bounds, now, most];
    return (await this.rows<ShownShareRow>('createShare', values))[0];
  }

  /**
   * Returns the shared links with these hashes, in any order, also those that have expired. Hashes
   * without a link are left out, and so are links of deleted websites.
   */
  findShares(sha256: Buffer[]): Promise<ShareRow[]> {
    return this.rows('findShares', [sha256]);
  }

  /** Returns those of an account, or of one of its websites, that have not expired, oldest first. */
  listShares(
    accountId: number,
    websiteId: number | null,
    now: Date,
    { after, afterTime, limit }: PageByTime = {},
  ): Promise<ListedShareRow[]> {
    return this.rows('listShares', [accountId, websiteId, now, after, afterTime, limit]);
  }

  /** Notes that the link was used. It writes at most once a minute. */
  async touchShare(id: number, now: Date): Promise<void> {
    await this.rows('touchShare', [id, now]);
  }

  /**
   * Revokes a shared link of an account, or without one that of any account. Returns undefined when
   * there is no such link.
   */
  async revokeShare(
    publicId: string,
    accountId?: number,
  ): Promise<Pick<ListedShareRow, 'public_id' | 'name' | 'domain'> | undefined> {
    return (
      await this.rows<Pick<ListedShareRow, 'public_id' | 'name' | 'domain'>>('revokeShare', [
        publicId,
        accountId,
      ])
    )[0];
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name, text: SQL[name], values });
    return rows;
  }
}
