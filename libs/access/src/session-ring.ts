import { limitsOf } from '@app/contracts';
import { groupCalls } from '@app/group-calls';
import type { Logger } from '@app/observability';
import { isInfrastructureError, type SessionRow, type Sessions } from '@app/storage';
import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.js';
import type { KeyHolder } from './key-ring.js';
import { hashKey } from './keys-and-ids.js';
import { isLive } from './session-life.js';
import { isSecret } from './session-secrets.js';

/** `unavailable` means that the database is away. It is never the same as `unknown`. */
export type SessionVerdict =
  | { kind: 'valid'; session: SessionRow; holder: KeyHolder }
  | { kind: 'unknown' }
  | { kind: 'unavailable' };

const TOUCH_MS = 60_000;
/** How many sessions one statement looks up. */
const SESSIONS_PER_LOOK_UP = 500;
const UNKNOWN: SessionVerdict = { kind: 'unknown' };

/**
 * Finds the sessions of browsers. Nothing is remembered, so that a session that is ended stops at
 * once, everywhere. What wrong ones cost is bounded: one statement at a time looks up all that wait.
 */
export class SessionRing {
  private readonly touchedAt = new LRUCache<number, number>({ max: 10_000 });
  private readonly lookUp = groupCalls((hashes: Buffer[]) => this.lookUpTogether(hashes), {
    most: SESSIONS_PER_LOOK_UP,
  });

  constructor(
    private readonly sessions: Pick<Sessions, 'findSessions' | 'touchSession'>,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async identify(secret: string): Promise<SessionVerdict> {
    if (!isSecret(secret)) return UNKNOWN;
    try {
      const session = await this.lookUp(hashKey(secret));
      const now = this.clock.now();
      if (!session || !isLive(session, now)) return UNKNOWN;
      this.touch(session, now);
      return { kind: 'valid', session, holder: holderOf(session) };
    } catch (error) {
      if (!isInfrastructureError(error)) throw error;
      return { kind: 'unavailable' };
    }
  }

  private async lookUpTogether(hashes: Buffer[]): Promise<(SessionRow | undefined)[]> {
    const rows = await this.sessions.findSessions(hashes);
    const byHash = new Map(rows.map((row) => [row.sha256.toString('base64'), row]));
    return hashes.map((hash) => byHash.get(hash.toString('base64')));
  }

  /** Not awaited, because a request need not wait for it. */
  private touch({ id, last_used_at }: SessionRow, now: number): void {
    const touchedAt = Math.max(last_used_at.getTime(), this.touchedAt.get(id) ?? 0);
    if (now - touchedAt < TOUCH_MS) return;
    this.touchedAt.set(id, now);
    this.sessions.touchSession(id, new Date(now)).catch((error: Error) => {
      this.logger.debug({ reason: error.message }, 'the last use of a session was not noted');
    });
  }
}

/** A session may do what its key may do. */
function holderOf(row: SessionRow): KeyHolder {
  return {
    keyId: row.key_id,
    lineageId: row.lineage_id,
    kind: 'api',
    scope: row.scope,
    expiresAt: row.expires_at,
    accountId: row.account_id,
    websiteId: null,
    days: null,
    signingSecret: null,
    ...limitsOf(row),
  };
}
