import type { AccountLimits, KeyScope } from '@app/contracts';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { PageByTime } from './accounts.js';

/** What a request needs to know about its session, and about the key and account of it. */
export interface SessionRow extends AccountLimits {
  sha256: Buffer;
  id: number;
  public_id: string;
  created_at: Date;
  last_used_at: Date;
  /** When it ends, however much it is used. */
  ends_at: Date;
  key_id: number;
  key_public_id: string;
  key_name: string;
  scope: KeyScope;
  /** The first key of the line of rotations that the key belongs to. */
  lineage_id: number;
  /** When the key expires; null means never. */
  expires_at: Date | null;
  /** When the key was revoked. */
  revoked_at: Date | null;
  account_id: number;
  account_public_id: string;
  account_name: string;
}

/** A session as it may be shown at any time. */
export type ListedSessionRow = Pick<
  SessionRow,
  | 'public_id'
  | 'created_at'
  | 'last_used_at'
  | 'ends_at'
  | 'key_public_id'
  | 'key_name'
  | 'scope'
  | 'expires_at'
>;

export interface NewSession {
  publicId: string;
  keyId: number;
  sha256: Buffer;
  now: Date;
  endsAt: Date;
  /** How many sessions the account may have. Beyond that, those end that nobody used for longest. */
  most: number;
}

/** A one-time code, and the key that is made if the account has none that may sign in. */
export interface NewSignInCode {
  accountId: number;
  sha256: Buffer;
  seconds: number;
  key: { publicId: string; name: string; sha256: Buffer; last4: string };
}

const SQL = {
  createSession: statement('accounts/create_session'),
  findSessions: statement('accounts/find_sessions'),
  listSessions: statement('accounts/list_sessions'),
  touchSession: statement('accounts/touch_session'),
  endSession: statement('accounts/end_session'),
  makeSignInCode: statement('accounts/make_sign_in_code'),
  takeSignInCode: statement('accounts/take_sign_in_code'),
};

/** Browsers that are signed in, and the one-time codes to sign in. Only hashes of them are stored. */
export class Sessions {
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  async createSession({ publicId, keyId, sha256, now, endsAt, most }: NewSession): Promise<void> {
    await this.rows('createSession', [publicId, keyId, sha256, now, endsAt, most]);
  }

  /**
   * Returns the sessions with these hashes, in any order, also those that have ended. Hashes without
   * a session are left out.
   */
  findSessions(sha256: Buffer[]): Promise<SessionRow[]> {
    return this.rows('findSessions', [sha256]);
  }

  /** Returns the sessions of an account that work, oldest first. */
  listSessions(
    accountId: number,
    now: Date,
    idleSince: Date,
    { after, afterTime, limit }: PageByTime = {},
  ): Promise<ListedSessionRow[]> {
    return this.rows('listSessions', [accountId, now, idleSince, after, afterTime, limit]);
  }

  /** Notes that the session was used. It writes at most once a minute. */
  async touchSession(id: number, now: Date): Promise<void> {
    await this.rows('touchSession', [id, now]);
  }

  /**
   * Ends a session of an account, or without one that of any account. Returns false when there is no
   * such session.
   */
  async endSession(publicId: string, accountId?: number): Promise<boolean> {
    return (await this.rows('endSession', [publicId, accountId])).length > 0;
  }

  /** Stores a one-time code for a key of the account. Returns when it ends. */
  async makeSignInCode({ accountId, sha256, seconds, key }: NewSignInCode): Promise<Date> {
    const made = [key.publicId, key.name, key.sha256, key.last4];
    const values = [accountId, sha256, seconds, ...made];
    const [row] = await this.rows<{ ends_at: Date }>('makeSignInCode', values);
    return (row as { ends_at: Date }).ends_at;
  }

  /**
   * Uses a one-time code up. Returns the id of its key, or undefined when there is no such code, or
   * its time is over.
   */
  async takeSignInCode(sha256: Buffer): Promise<number | undefined> {
    return (await this.rows<{ key_id: number }>('takeSignInCode', [sha256]))[0]?.key_id;
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name, text: SQL[name], values });
    return rows;
  }
}
