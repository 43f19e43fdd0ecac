import type { AccountLimits, KeyKind, KeyScope } from '@app/contracts';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { PageRequest } from './accounts.js';

/** What a request needs to know about a key and its account. */
export interface KeyRow extends AccountLimits {
  sha256: Buffer;
  key_id: number;
  /** The first key of the line of rotations that this key belongs to. */
  lineage_id: number;
  public_id: string;
  kind: KeyKind;
  scope: KeyScope;
  account_id: number;
  /** Set only for Bot Tracking Keys. */
  website_id: number | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** The sealed secret with which the sender of this line of keys signs. */
  signing_secret: Buffer | null;
  /** The time of the database at this answer, epoch milliseconds. */
  database_ms: number;
}

/** A key as it may be shown at any time, without its value. */
export interface ListedKeyRow {
  public_id: string;
  kind: KeyKind;
  name: string;
  scope: KeyScope;
  last4: string;
  /** Set only for Bot Tracking Keys. */
  website_id?: string | null;
  domain?: string | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** Public id of the key that replaced this one by rotation. */
  replaced_by: string | null;
  /** The first key of the line of rotations that this key belongs to. */
  lineage_id: number;
  has_signing_secret: boolean;
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
  /** The default is `full`. */
  scope?: KeyScope;
}

/** A key that takes over from another key of the same account. */
export interface KeyRotation {
  accountId: number;
  /** Public id of the key that is being replaced. */
  publicId: string;
  now: Date;
  /** When the replaced key expires, unless it expires earlier anyway. */
  endsAt: Date;
  /** How many live keys the account may have while both work; null means any number. */
  mostLiveKeys: number | null;
  successor: Pick<NewKey, 'publicId' | 'sha256' | 'last4'> & { expiresAt: Date | null };
}

/** `last` means that this is the only API Key that can create another one, so it is not revoked. */
export type Revocation = 'revoked' | 'last' | 'unknown';

const SQL = {
  createKey: statement('accounts/create_key'),
  countLiveKeys: statement('accounts/count_live_keys'),
  listKeys: statement('accounts/list_keys'),
  findKeys: statement('accounts/find_keys'),
  touchKey: statement('accounts/touch_key'),
  revokeKey: statement('accounts/revoke_key'),
  listKeyPage: statement('accounts/list_key_page'),
  findAccountKey: statement('accounts/find_account_key'),
  findKeyOwner: statement('accounts/find_key_owner'),
  rotateKey: statement('accounts/rotate_key'),
  revokeAccountKey: statement('accounts/revoke_account_key'),
  keepSigningSecret: statement('accounts/keep_signing_secret'),
  removeSigningSecret: statement('accounts/remove_signing_secret'),
};

/** The keys of accounts. A key itself is stored nowhere, only its hash. */
export class Keys {
  /** `pool` may also be a single connection with an open transaction. */
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  /** Creates a key, however many the account has. */
  async createKey(key: NewKey): Promise<ListedKeyRow> {
    return (
      await this.rows<ListedKeyRow>('createKey', [...valuesOf(key), null, null])
    )[0] as ListedKeyRow;
  }

  /** Returns undefined when the account has `most` live keys already. */
  async createKeyWithin(
    key: NewKey,
    { most, now }: { most: number; now: Date },
  ): Promise<ListedKeyRow | undefined> {
    return (await this.rows<ListedKeyRow>('createKey', [...valuesOf(key), most, now]))[0];
  }

  /** Returns how many keys of the account are neither revoked nor expired. */
  async countLiveKeys(accountId: number, now: Date): Promise<number> {
    const [row] = await this.rows<{ keys: number }>('countLiveKeys', [accountId, now]);
    return row?.keys ?? 0;
  }

  /**
   * Returns the API Keys of an account, or the Bot Tracking Keys of one of its websites, oldest
   * first.
   */
  listKeyPage(
    accountId: number,
    websiteId: number | null,
    { after, limit }: PageRequest,
  ): Promise<ListedKeyRow[]> {
    return this.rows('listKeyPage', [accountId, websiteId, after, limit]);
  }

  /** Returns undefined when there is no such key, or when its website is deleted. */
  async findAccountKey(accountId: number, publicId: string): Promise<ListedKeyRow | undefined> {
    return (await this.rows<ListedKeyRow>('findAccountKey', [accountId, publicId]))[0];
  }

  /** Returns the internal id of the account that owns a key. */
  async findKeyOwner(publicId: string): Promise<number | undefined> {
    return (await this.rows<{ account_id: number }>('findKeyOwner', [publicId]))[0]?.account_id;
  }

  /**
   * Returns the successor, or undefined when the key does not work any more or already has a
   * successor, or when the account would have too many live keys.
   */
  async rotateKey(rotation: KeyRotation): Promise<ListedKeyRow | undefined> {
    const { accountId, publicId, now, endsAt, successor, mostLiveKeys } = rotation;
    const { sha256, last4, expiresAt } = successor;
    const stored = [successor.publicId, sha256, last4, expiresAt];
    const values = [accountId, publicId, now, endsAt, ...stored, mostLiveKeys];
    return (await this.rows<ListedKeyRow>('rotateKey', values))[0];
  }

  /** Revokes a key of the account, unless no API Key would be left that can create others. */
  async revokeAccountKey(accountId: number, publicId: string, now: Date): Promise<Revocation> {
    const values = [accountId, publicId, now];
    const [row] = await this.rows<{ outcome: Revocation | null }>('revokeAccountKey', values);
    return row?.outcome ?? 'unknown';
  }

  listKeys(accountId: number): Promise<ListedKeyRow[]> {
    return this.rows('listKeys', [accountId]);
  }

  /** Returns the keys with these hashes, in any order. Hashes without a key are left out. */
  findKeys(sha256: Buffer[]): Promise<KeyRow[]> {
    return this.rows('findKeys', [sha256]);
  }

  /** Notes that the key was used. It writes at most once a minute, however often it is called. */
  async touchKey(keyId: number): Promise<void> {
    await this.rows('touchKey', [keyId]);
  }

  /** Returns undefined when there is no such key. */
  async revokeKey(publicId: string): Promise<ListedKeyRow | undefined> {
    return (await this.rows<ListedKeyRow>('revokeKey', [publicId]))[0];
  }

  /** Keeps the sealed signing secret of a line of rotations, in place of an older one. */
  async keepSigningSecret(lineageId: number, sealed: Buffer): Promise<void> {
    await this.rows('keepSigningSecret', [lineageId, sealed]);
  }

  async removeSigningSecret(lineageId: number): Promise<void> {
    await this.rows('removeSigningSecret', [lineageId]);
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name, text: SQL[name], values });
    return rows;
  }
}

function valuesOf(key: NewKey): unknown[] {
  const { publicId, accountId, websiteId, kind, name, sha256, last4 } = key;
  const { expiresAt, scope = 'full' } = key;
  return [publicId, accountId, websiteId, kind, name, sha256, last4, expiresAt, scope];
}
