import {
  type Clock,
  type CreatedKey,
  createKeyWithin,
  type KeyHolder,
  type KeyOrder,
  rotateKey,
} from '@app/access';
import type { ApiKeyInput, TrackingKeyInput } from '@app/contracts';
import type { Keys, ListedKeyRow, PageRequest, WebsiteRow } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { futureTime } from '../http/future-time.js';
import { obstacleToRotation, outlives } from './key-lifetime.js';

/** Matches every possible id. It is checked first, because PostgreSQL refuses text with a NUL. */
const KEY_ID = /^key_[0-9A-Za-z]+$/;

/**
 * A rotation needs room for two keys. It must work for an account that has all the keys that it may
 * have, because a key that became known must be replaced. So an account may rotate each of them.
 */
const ROTATION_ROOM = 2;

/** The keys of the caller's account. A key can never grant more than it has itself. */
export class AccountKeys {
  constructor(
    private readonly keys: Keys,
    private readonly clock: Clock,
  ) {}

  /** Returns API Keys, or the Bot Tracking Keys of a website. */
  list(caller: KeyHolder, page: PageRequest, website?: WebsiteRow): Promise<ListedKeyRow[]> {
    return this.keys.listKeyPage(caller.accountId, website?.id ?? null, page);
  }

  /** @throws ApiError VALIDATION_ERROR, FORBIDDEN, CONFLICT */
  createApiKey(caller: KeyHolder, { name, scope, expires_at }: ApiKeyInput): Promise<CreatedKey> {
    const expiresAt = futureTime(expires_at, this.clock.now());
    refuseLongerLife(caller, expiresAt);
    const order = {
      kind: 'api',
      name,
      scope,
      accountId: caller.accountId,
      websiteId: null,
    } as const;
    return this.create(caller, { ...order, expiresAt: expiresAt ?? undefined });
  }

  /** @throws ApiError VALIDATION_ERROR, CONFLICT */
  async createTrackingKey(
    caller: KeyHolder,
    website: WebsiteRow,
    input: TrackingKeyInput,
  ): Promise<CreatedKey> {
    const expiresAt = futureTime(input.expires_at, this.clock.now()) ?? undefined;
    const { id: websiteId, account_id: accountId } = website;
    const order = { kind: 'bot', name: input.name, accountId, websiteId, expiresAt } as const;
    const { value, row } = await this.create(caller, order);
    return { value, row: { ...row, website_id: website.public_id } };
  }

  /**
   * Creates the successor of a key, with the same kind, scope, website, name and expiry. The key
   * itself expires after the overlap.
   *
   * @throws ApiError NOT_FOUND, CONFLICT, FORBIDDEN
   */
  async rotate(caller: KeyHolder, id: string, overlapSeconds: number): Promise<CreatedKey> {
    const key = await this.find(caller, id);
    const now = new Date(this.clock.now());
    if (key.kind === 'api') refuseLongerLife(caller, key.expires_at);
    const obstacle = obstacleToRotation(key, now);
    if (obstacle) throw new ApiError('CONFLICT', obstacle);
    const mostLiveKeys = caller.maxLiveKeys * ROTATION_ROOM;
    const successor = await rotateKey(this.keys, {
      mostLiveKeys,
      accountId: caller.accountId,
      publicId: key.public_id,
      kind: key.kind,
      now,
      endsAt: new Date(now.getTime() + overlapSeconds * 1_000),
      expiresAt: key.expires_at,
    });
    if (successor) return successor;
    const isFull = (await this.keys.countLiveKeys(caller.accountId, now)) >= mostLiveKeys;
    throw new ApiError(
      'CONFLICT',
      isFull
        ? `This account has ${mostLiveKeys} live keys, because many were rotated lately: revoke those that are replaced, or rotate with overlap_seconds 0`
        : 'This key was just rotated or revoked by another request: list the keys to see the change',
    );
  }

  /**
   * Revokes a key. A key that has expired or was revoked stays as it is.
   *
   * @throws ApiError NOT_FOUND, CONFLICT
   */
  async revoke(caller: KeyHolder, id: string): Promise<ListedKeyRow> {
    await this.find(caller, id);
    const now = new Date(this.clock.now());
    const outcome = await this.keys.revokeAccountKey(caller.accountId, id, now);
    if (outcome === 'last') {
      throw new ApiError(
        'CONFLICT',
        'This is the only API Key that can manage the account: create another one first',
      );
    }
    return this.find(caller, id);
  }

  /**
   * Finds a key. The error is the same for a missing key and for a key of another account.
   *
   * @throws ApiError NOT_FOUND
   */
  async find(caller: KeyHolder, id: string): Promise<ListedKeyRow> {
    const key = KEY_ID.test(id) ? await this.keys.findAccountKey(caller.accountId, id) : undefined;
    if (!key) throw new ApiError('NOT_FOUND', 'There is no such key in this account');
    return key;
  }

  private async create({ maxLiveKeys }: KeyHolder, order: KeyOrder): Promise<CreatedKey> {
    const bound = { most: maxLiveKeys, now: new Date(this.clock.now()) };
    const made = await createKeyWithin(this.keys, order, bound);
    if (made) return made;
    throw new ApiError(
      'CONFLICT',
      `This account has ${maxLiveKeys} live keys, which is all that it may have: revoke a key that nobody uses, or ask the operator of the service for more`,
    );
  }
}

/** Otherwise a key that expires could create one that never does. */
function refuseLongerLife(caller: KeyHolder, end: Date | null): void {
  if (!outlives(end, caller.expiresAt)) return;
  throw new ApiError(
    'FORBIDDEN',
    `This API Key ends at ${caller.expiresAt?.toISOString()}, so it cannot create or rotate an API Key that ends later`,
  );
}
