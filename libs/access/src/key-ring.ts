import { type KeyKind, type KeyScope, PLANS } from '@app/contracts';
import { type Accounts, isInfrastructureError, type KeyRow } from '@app/storage';
import { groupCalls } from '@app/group-calls';
import type { Logger } from '@app/observability';
import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.js';
import { hashKey, isWellFormedKey } from './key-format.js';

/** Who presents a key, and what it may do. */
export interface KeyHolder {
  keyId: number;
  kind: KeyKind;
  scope: KeyScope;
  /** When the key ends by itself; null: never. */
  expiresAt: Date | null;
  accountId: number;
  /** The website of a Bot Tracking Key; null for an API Key. */
  websiteId: number | null;
  /** API requests a minute of the account. */
  apiRequestsPerMinute: number;
  /** Ingestion requests a minute of this key. */
  ingestRequestsPerMinute: number;
}

/** `unavailable`: the database is away and the key was not seen lately; never the same as `unknown`. */
export type KeyVerdict =
  { kind: 'valid'; holder: KeyHolder } | { kind: 'unknown' } | { kind: 'unavailable' };

interface CachedKey {
  row: KeyRow;
  holder: KeyHolder;
  checkedAt: number;
}

/** A revoked key stops within this time and the time of a request. */
const FRESH_MS = 5_000;
/** With the database away, ingestion goes on this long with a key that was valid. */
const OUTAGE_MS = 5 * 60_000;
const TOUCH_MS = 60_000;
/** Keys that one statement looks up. */
const KEYS_PER_LOOK_UP = 500;
const UNKNOWN: KeyVerdict = { kind: 'unknown' };

/**
 * Knows valid keys for a few seconds, by hash; unknown ones are never remembered. Every key that can be one
 * is looked up, so that no right key is refused because others send wrong ones. What bounds the cost of
 * wrong keys is that one statement at a time looks up all the keys that wait for it.
 */
export class KeyRing {
  private readonly known = new LRUCache<string, CachedKey>({ max: 10_000 });
  private readonly touchedAt = new LRUCache<number, number>({ max: 10_000 });
  private readonly lookUp = groupCalls((hashes: Buffer[]) => this.lookUpTogether(hashes), {
    most: KEYS_PER_LOOK_UP,
  });

  constructor(
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async identify(key: string): Promise<KeyVerdict> {
    if (!isWellFormedKey(key)) return UNKNOWN;
    const sha256 = hashKey(key);
    const id = sha256.toString('base64');
    const now = this.clock.now();
    const cached = this.known.get(id);
    if (cached && now - cached.checkedAt < FRESH_MS) return this.admit(cached, now);
    try {
      const row = await this.lookUp(sha256);
      if (!row || !isUsable(row, now)) {
        this.known.delete(id);
        return UNKNOWN;
      }
      const entry = { row, holder: holderOf(row), checkedAt: now };
      this.known.set(id, entry);
      return this.admit(entry, now);
    } catch (error) {
      if (!isInfrastructureError(error)) throw error;
      const lives = cached && cached.row.kind === 'bot' && now - cached.checkedAt < OUTAGE_MS;
      return lives ? this.admit(cached, now) : { kind: 'unavailable' };
    }
  }

  private async lookUpTogether(hashes: Buffer[]): Promise<(KeyRow | undefined)[]> {
    const rows = await this.accounts.findKeys(hashes);
    const byHash = new Map(rows.map((row) => [row.sha256.toString('base64'), row]));
    return hashes.map((hash) => byHash.get(hash.toString('base64')));
  }

  private admit(entry: CachedKey, now: number): KeyVerdict {
    if (!isUsable(entry.row, now)) return UNKNOWN;
    this.touch(entry.row.key_id, now);
    return { kind: 'valid', holder: entry.holder };
  }

  /** Not awaited: a request need not wait for a note that serves people only. */
  private touch(keyId: number, now: number) {
    if (now - (this.touchedAt.get(keyId) ?? 0) < TOUCH_MS) return;
    this.touchedAt.set(keyId, now);
    this.accounts.touchKey(keyId).catch((error: Error) => {
      this.logger.debug({ reason: error.message }, 'last use of a key was not noted');
    });
  }
}

function isUsable(row: KeyRow, now: number): boolean {
  return !row.revoked_at && (!row.expires_at || row.expires_at.getTime() > now);
}

function holderOf(row: KeyRow): KeyHolder {
  const plan = PLANS[row.plan];
  return {
    keyId: row.key_id,
    kind: row.kind,
    scope: row.scope,
    expiresAt: row.expires_at,
    accountId: row.account_id,
    websiteId: row.website_id,
    apiRequestsPerMinute: row.api_requests_per_minute ?? plan.apiRequestsPerMinute,
    ingestRequestsPerMinute: row.ingest_requests_per_minute ?? plan.ingestRequestsPerMinute,
  };
}
