import { limitsOf } from '@app/contracts';
import { groupCalls } from '@app/group-calls';
import type { Logger } from '@app/observability';
import { isInfrastructureError, type ShareRow, type Shares } from '@app/storage';
import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.js';
import type { KeyHolder } from './key-ring.js';
import { hashKey } from './keys-and-ids.js';
import { isSecret } from './session-secrets.js';

/** `unavailable` means that the database is away. It is never the same as `unknown`. */
export type ShareVerdict =
  | { kind: 'valid'; share: ShareRow; holder: KeyHolder }
  | { kind: 'unknown' }
  | { kind: 'unavailable' };

const TOUCH_MS = 60_000;
/** How many shared links one statement looks up. */
const SHARES_PER_LOOK_UP = 500;
const UNKNOWN: ShareVerdict = { kind: 'unknown' };

/**
 * Finds shared links by their tokens. Nothing is remembered, so that a link that is revoked stops at
 * once, everywhere. What wrong tokens cost is bounded: one statement at a time looks up all that wait.
 */
export class ShareRing {
  private readonly touchedAt = new LRUCache<number, number>({ max: 10_000 });
  private readonly lookUp = groupCalls((hashes: Buffer[]) => this.lookUpTogether(hashes), {
    most: SHARES_PER_LOOK_UP,
  });

  constructor(
    private readonly shares: Pick<Shares, 'findShares' | 'touchShare'>,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async identify(token: string): Promise<ShareVerdict> {
    if (!isSecret(token)) return UNKNOWN;
    try {
      const share = await this.lookUp(hashKey(token));
      const now = this.clock.now();
      if (!share || (share.expires_at && share.expires_at.getTime() <= now)) return UNKNOWN;
      this.touch(share, now);
      return { kind: 'valid', share, holder: holderOf(share) };
    } catch (error) {
      if (!isInfrastructureError(error)) throw error;
      return { kind: 'unavailable' };
    }
  }

  private async lookUpTogether(hashes: Buffer[]): Promise<(ShareRow | undefined)[]> {
    const rows = await this.shares.findShares(hashes);
    const byHash = new Map(rows.map((row) => [row.sha256.toString('base64'), row]));
    return hashes.map((hash) => byHash.get(hash.toString('base64')));
  }

  /** Not awaited, because a request need not wait for it. */
  private touch({ id, last_used_at }: ShareRow, now: number): void {
    const touchedAt = Math.max(last_used_at?.getTime() ?? 0, this.touchedAt.get(id) ?? 0);
    if (now - touchedAt < TOUCH_MS) return;
    this.touchedAt.set(id, now);
    this.shares.touchShare(id, new Date(now)).catch((error: Error) => {
      this.logger.debug({ reason: error.message }, 'the last use of a shared link was not noted');
    });
  }
}

/** A reader may read one website, on the days of the link. Which reports those are, routes say. */
function holderOf(row: ShareRow): KeyHolder {
  return {
    keyId: 0,
    lineageId: 0,
    kind: 'api',
    scope: 'read',
    expiresAt: row.expires_at,
    accountId: row.account_id,
    websiteId: row.website_id,
    days: { from: row.first_day, to: row.last_day },
    signingSecret: null,
    ...limitsOf(row),
  };
}
