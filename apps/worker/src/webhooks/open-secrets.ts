import type { SealedSecrets } from '@app/access';
import type { TakenDelivery } from '@app/storage';

/** Returns the secrets that sign a message, the current one first. None when it cannot be read. */
export type OpenSecrets = (
  delivery: Pick<TakenDelivery, 'webhook_public_id' | 'secret' | 'old_secret'>,
) => string[];

/** @param sealed undefined when the operator has not set SECRET_KEY */
export function createOpenSecrets(sealed: SealedSecrets | undefined): OpenSecrets {
  return ({ webhook_public_id: webhookId, secret, old_secret: oldSecret }) => {
    const open = (bytes: Buffer | null) => {
      const opened = bytes && sealed?.open(bytes, { purpose: 'webhook', webhookId });
      return opened?.kind === 'opened' ? [opened.secret] : [];
    };
    const current = open(secret);
    // A receiver that knows the old secret only would take the message for one of somebody else.
    return current.length === 0 ? [] : [...current, ...open(oldSecret)];
  };
}
