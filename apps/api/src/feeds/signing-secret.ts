import type { KeyHolder, SealedSecrets } from '@app/access';
import { ApiError } from '../http/api-error.js';

/**
 * Returns the secret with which the sender of a key signs, or undefined when it does not sign.
 *
 * @throws ApiError NOT_CONFIGURED when there is one that cannot be read
 */
export type OpenSecret = (holder: KeyHolder) => string | undefined;

/** @param sealed undefined when the operator has not set SECRET_KEY */
export function createOpenSecret(sealed: SealedSecrets | undefined): OpenSecret {
  return ({ signingSecret, lineageId }) => {
    if (signingSecret === null) return undefined;
    const opened = sealed?.open(signingSecret, { purpose: 'signing', lineageId });
    if (opened?.kind === 'opened') return opened.secret;
    // To accept what cannot be checked would make the secret worthless.
    throw new ApiError(
      'NOT_CONFIGURED',
      'The signing secret of this key cannot be read here: the operator of the service must set SECRET_KEY as it was, or the secret must be set again',
    );
  };
}
