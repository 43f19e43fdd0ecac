import { type DayBounds, type KeyKind, type KeyScope, type Limits, limitsOf } from '@app/contracts';
import { isInfrastructureError, type KeyRow, type Keys } from '@app/storage';
import { groupCalls } from '@app/group-calls';
import type { Logger } from '@app/observability';
import { LRUCache } from 'lru-cache';
import type { Clock, DatabaseClock } from './clock.js';
import { hashKey, isWellFormedKey } from './keys-and-ids.js';

/** Who asks: the holder of a key, what the key may do, and the limits of its account. */
export interface KeyHolder extends Limits {
  /** 0 for the reader of a shared link, who holds no key. */
  keyId: number;
  /** The first key of the line of rotations that this key belongs to. */
  lineageId: number;
  kind: KeyKind;
  scope: KeyScope;
  /** When the key expires; null means never. */
  expiresAt: Date | null;
  accountId: number;
  /** The only website of a Bot Tracking Key or a shared link; null for an API Key. */
  websiteId: number | null;
  /** The only days that a shared link shows; null for a key. */
  days: DayBounds | null;
  /** The secret with which the sender signs, sealed; null when there is none. */
  signingSecret: Buffer | null;
}

/**
 * `unavailable` means that the database is away and the key was not seen lately. It is never the
 * same as `unknown`.
 */
export type KeyVerdict =
  { kind: 'valid'; holder: KeyHolder } | { kind: 'unknown' } | { kind: 'unavailable' };

interface CachedKey {
  row: KeyRow;
  holder: KeyHolder;
  checkedAt: number;
}

/** A revoked key stops working within this time plus the time of one request. */
const FRESH_MS = 5_000;
/** While the database is away, a tracking key that was valid keeps working for this long. */
const OUTAGE_MS = 5 * 60_000;
const TOUCH_MS = 60_000;
/** How many keys one statement looks up. */
const KEYS_PER_LOOK_UP = 500;
const UNKNOWN: KeyVerdict = { kind: 'unknown' };

/**
 * Remembers valid keys for a few seconds, by hash, and never remembers unknown ones. Every text
 * that can be a key is looked up, so that no right key is refused because others send wrong ones.
 * The cost of wrong keys is bounded: one statement at a time looks up all keys that wait.
 */
export class KeyRing {
  private readonly known = new LRUCache<string, CachedKey>({ max: 10_000 });
  private readonly touchedAt = new LRUCache<number, number>({ max: 10_000 });
  private readonly lookUp = groupCalls((hashes: Buffer[]) => this.lookUpTogether(hashes), {
    most: KEYS_PER_LOOK_UP,
  });

  constructor(
    private readonly keys: Keys,
    private readonly clock: Clock,
    private readonly logger: Logger,
    /** Hears the time of the database with every look-up. */
    private readonly databaseClock?: DatabaseClock,
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
    const hear = this.databaseClock?.asks();
    const rows = await this.keys.findKeys(hashes);
    const [row] = rows;
    if (row) hear?.(row.database_ms);
    const byHash = new Map(rows.map((row) => [row.sha256.toString('base64'), row]));
    return hashes.map((hash) => byHash.get(hash.toString('base64')));
  }

  private admit(entry: CachedKey, now: number): KeyVerdict {
    if (!isUsable(entry.row, now)) return UNKNOWN;
    this.touch(entry.row.key_id, now);
    return { kind: 'valid', holder: entry.holder };
  }

  /** Not awaited, because a request need not wait for a note that only people read. */
  private touch(keyId: number, now: number) {
    if (now - (this.touchedAt.get(keyId) ?? 0) < TOUCH_MS) return;
    this.touchedAt.set(keyId, now);
    this.keys.touchKey(keyId).catch((error: Error) => {
      this.logger.debug({ reason: error.message }, 'the last use of a key was not noted');
    });
  }
}

function isUsable(row: KeyRow, now: number): boolean {
  return !row.revoked_at && (!row.expires_at || row.expires_at.getTime() > now);
}

function holderOf(row: KeyRow): KeyHolder {
  return {
    keyId: row.key_id,
    lineageId: row.lineage_id,
    kind: row.kind,
    scope: row.scope,
    expiresAt: row.expires_at,
    accountId: row.account_id,
    websiteId: row.website_id,
    days: null,
    signingSecret: row.signing_secret,
    ...limitsOf(row),
  };
}
