import type { KeyKind, PlanName } from '@app/contracts';
import type pg from 'pg';
import { statement } from './statement.js';

export interface AccountRow {
  id: number;
  public_id: string;
  name: string;
  plan: PlanName;
  /** Over the plan's; null: the plan's. */
  api_requests_per_minute: number | null;
  ingest_requests_per_minute: number | null;
  created_at: Date;
}

export interface WebsiteRow {
  id: number;
  account_id: number;
  public_id: string;
  domain: string;
  tracking_id: string;
  created_at: Date;
}

/** What a request needs to know of a key and its account. */
export interface KeyRow {
  key_id: number;
  public_id: string;
  kind: KeyKind;
  account_id: number;
  /** Set for Bot Tracking Keys only. */
  website_id: number | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  plan: PlanName;
  api_requests_per_minute: number | null;
  ingest_requests_per_minute: number | null;
}

/** A key as it may be shown: never its value. */
export interface ListedKeyRow {
  public_id: string;
  kind: KeyKind;
  name: string;
  last4: string;
  /** Of a Bot Tracking Key. */
  website_id?: string | null;
  domain?: string | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export interface NewAccount {
  publicId: string;
  name: string;
  plan: PlanName;
  apiRequestsPerMinute?: number;
  ingestRequestsPerMinute?: number;
}

export interface NewWebsite {
  accountId: number;
  publicId: string;
  trackingId: string;
  domain: string;
}

export interface NewKey {
  publicId: string;
  accountId: number;
  websiteId: number | null;
  kind: KeyKind;
  name: string;
  sha256: Buffer;
  last4: string;
  expiresAt?: Date;
}

const SQL = {
  createAccount: statement('create_account'),
  listAccounts: statement('list_accounts'),
  findAccount: statement('find_account'),
  createWebsite: statement('create_website'),
  listWebsites: statement('list_websites'),
  findWebsite: statement('find_website'),
  findWebsitesByDomain: statement('find_websites_by_domain'),
  createKey: statement('create_key'),
  listKeys: statement('list_keys'),
  findKey: statement('find_key'),
  touchKey: statement('touch_key'),
  revokeKey: statement('revoke_key'),
};

/** Accounts, their websites and keys. */
export class Accounts {
  /** `pool` may be one connection with a transaction open. */
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  async createAccount(account: NewAccount): Promise<AccountRow> {
    const { publicId, name, plan, apiRequestsPerMinute, ingestRequestsPerMinute } = account;
    const values = [publicId, name, plan, apiRequestsPerMinute, ingestRequestsPerMinute];
    return (await this.rows<AccountRow>('createAccount', values))[0] as AccountRow;
  }

  listAccounts(): Promise<AccountRow[]> {
    return this.rows('listAccounts', []);
  }

  async findAccount(publicId: string): Promise<AccountRow | undefined> {
    return (await this.rows<AccountRow>('findAccount', [publicId]))[0];
  }

  /** Undefined when the account has the domain already. */
  async createWebsite(website: NewWebsite): Promise<WebsiteRow | undefined> {
    const { accountId, publicId, trackingId, domain } = website;
    const values = [accountId, publicId, trackingId, domain];
    return (await this.rows<WebsiteRow>('createWebsite', values))[0];
  }

  listWebsites(accountId: number): Promise<WebsiteRow[]> {
    return this.rows('listWebsites', [accountId]);
  }

  async findWebsite(publicId: string): Promise<WebsiteRow | undefined> {
    return (await this.rows<WebsiteRow>('findWebsite', [publicId]))[0];
  }

  /** Internal ids by domain, of those `domains` that are websites of the account. */
  async findWebsitesByDomain(accountId: number, domains: string[]): Promise<Map<string, number>> {
    const values = [accountId, domains];
    const rows = await this.rows<{ id: number; domain: string }>('findWebsitesByDomain', values);
    return new Map(rows.map((row) => [row.domain, row.id]));
  }

  async createKey(key: NewKey): Promise<ListedKeyRow> {
    const { publicId, accountId, websiteId, kind, name, sha256, last4, expiresAt } = key;
    const values = [publicId, accountId, websiteId, kind, name, sha256, last4, expiresAt];
    return (await this.rows<ListedKeyRow>('createKey', values))[0] as ListedKeyRow;
  }

  listKeys(accountId: number): Promise<ListedKeyRow[]> {
    return this.rows('listKeys', [accountId]);
  }

  async findKey(sha256: Buffer): Promise<KeyRow | undefined> {
    return (await this.rows<KeyRow>('findKey', [sha256]))[0];
  }

  /** At most one write a minute, however often it is called. */
  async touchKey(keyId: number): Promise<void> {
    await this.rows('touchKey', [keyId]);
  }

  /** Undefined when there is no such key. */
  async revokeKey(publicId: string): Promise<ListedKeyRow | undefined> {
    return (await this.rows<ListedKeyRow>('revokeKey', [publicId]))[0];
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name, text: SQL[name], values });
    return rows;
  }
}
