import type { Clock, KeyHolder, SealedSecrets } from '@app/access';
import type { Keys, ListedKeyRow } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import type { AccountKeys } from './account-keys.js';
import { hasEnded } from './key-lifetime.js';

/** The secrets with which the senders of an account sign. */
export class SigningSecrets {
  /** @param sealed undefined when the operator has not set SECRET_KEY */
  constructor(
    private readonly accountKeys: AccountKeys,
    private readonly keys: Keys,
    private readonly sealed: SealedSecrets | undefined,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps a secret, in place of an older one. Null removes it.
   *
   * @throws ApiError NOT_FOUND, CONFLICT, NOT_CONFIGURED
   */
  async set(caller: KeyHolder, id: string, secret: string | null): Promise<ListedKeyRow> {
    if (secret === null) return this.remove(caller, id);
    const key = await this.accountKeys.find(caller, id);
    const obstacle = obstacleToSecret(key, new Date(this.clock.now()));
    if (obstacle) throw new ApiError('CONFLICT', obstacle);
    if (!this.sealed) {
      throw new ApiError(
        'NOT_CONFIGURED',
        'Signing secrets cannot be kept here: the operator of the service must set SECRET_KEY',
      );
    }
    const { lineage_id: lineageId } = key;
    const sealed = this.sealed.seal(secret, { purpose: 'signing', lineageId });
    await this.keys.keepSigningSecret(lineageId, sealed);
    return this.accountKeys.find(caller, id);
  }

  /**
   * Removes the secret of a key, if it has one.
   *
   * @throws ApiError NOT_FOUND
   */
  async remove(caller: KeyHolder, id: string): Promise<ListedKeyRow> {
    const key = await this.accountKeys.find(caller, id);
    await this.keys.removeSigningSecret(key.lineage_id);
    return this.accountKeys.find(caller, id);
  }
}

/** Returns why a key can have no signing secret, or undefined when it can. */
function obstacleToSecret(key: ListedKeyRow, now: Date): string | undefined {
  if (key.kind === 'api')
    return 'An API Key sends no log entries: set the signing secret of a Bot Tracking Key';
  if (hasEnded(key, now))
    return 'This key has expired or was revoked: set the secret of a key that works';
  return undefined;
}
