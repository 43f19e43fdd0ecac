import {
  type Clock,
  createShare,
  type CreatedShare,
  type KeyHolder,
  MOST_SHARES,
} from '@app/access';
import type { ShareInput } from '@app/contracts';
import type { ListedShareRow, PageByTime, Shares } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { futureTime } from '../http/future-time.js';
import { outlives } from '../keys/key-lifetime.js';
import type { OwnedWebsites } from '../websites/owned-websites.js';

/** Matches every possible id. It is checked first, because PostgreSQL refuses text with a NUL. */
const SHARE_ID = /^sh_[0-9A-Za-z]+$/;

export interface ShareDependencies {
  shares: Shares;
  websites: OwnedWebsites;
  clock: Clock;
}

/** The shared links of the websites of an account. */
export class WebsiteShares {
  constructor(private readonly dependencies: ShareDependencies) {}

  /** @throws ApiError NOT_FOUND, VALIDATION_ERROR, FORBIDDEN, CONFLICT */
  async create(caller: KeyHolder, websiteId: string, input: ShareInput): Promise<CreatedShare> {
    const { shares, websites, clock } = this.dependencies;
    const now = clock.now();
    const expiresAt = futureTime(input.expires_at, now);
    const { id } = await websites.find(caller, websiteId);
    refuseLongerLife(caller, expiresAt);
    const made = await createShare(shares, {
      websiteId: id,
      name: input.name,
      firstDay: input.from ?? null,
      lastDay: input.to ?? null,
      expiresAt,
      now: new Date(now),
    });
    if (made) return made;
    // It may have been deleted in the meantime.
    await websites.find(caller, websiteId);
    throw new ApiError(
      'CONFLICT',
      `This website has ${MOST_SHARES} shared links, which is all that it may have: revoke one that nobody needs`,
    );
  }

  /** @throws ApiError NOT_FOUND */
  async list(caller: KeyHolder, websiteId: string, page: PageByTime): Promise<ListedShareRow[]> {
    const { shares, websites, clock } = this.dependencies;
    const { id } = await websites.find(caller, websiteId);
    return shares.listShares(caller.accountId, id, new Date(clock.now()), page);
  }

  /**
   * Revokes a shared link. The error is the same for a missing one and for one of another account.
   *
   * @throws ApiError NOT_FOUND
   */
  async revoke({ accountId }: KeyHolder, id: string): Promise<void> {
    const { shares } = this.dependencies;
    const isRevoked = SHARE_ID.test(id) && (await shares.revokeShare(id, accountId));
    if (!isRevoked) throw new ApiError('NOT_FOUND', 'There is no such shared link in this account');
  }
}

/** Otherwise a key that expires could let its holder read for ever. */
function refuseLongerLife({ expiresAt }: KeyHolder, end: Date | null): void {
  if (!outlives(end, expiresAt)) return;
  throw new ApiError(
    'FORBIDDEN',
    `This API Key ends at ${expiresAt?.toISOString()}, so it cannot make a shared link that ends later: give expires_at`,
  );
}
