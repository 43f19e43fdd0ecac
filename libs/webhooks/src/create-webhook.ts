import { newPublicId, type SealedSecrets } from '@app/access';
import type { NewWebhook, Webhooks } from '@app/storage';
import { newWebhookSecret } from './sign.js';

/** An account may have this many webhooks. Each event goes to each of them. */
export const MOST_WEBHOOKS = 10;

/** What the webhook is. The omitted fields are made here. */
export type WebhookOrder = Omit<NewWebhook, 'publicId' | 'sealedSecret' | 'most'>;

/** A webhook, and its secret, which is shown once and stored encrypted. */
export interface MadeSecret {
  publicId: string;
  secret: string;
}

/** Makes a webhook. Returns undefined when the account has `MOST_WEBHOOKS` already. */
export async function createWebhook(
  webhooks: Pick<Webhooks, 'create'>,
  sealed: SealedSecrets,
  order: WebhookOrder,
): Promise<MadeSecret | undefined> {
  const publicId = newPublicId('webhook');
  const secret = newWebhookSecret();
  const sealedSecret = sealed.seal(secret, { purpose: 'webhook', webhookId: publicId });
  const isMade = await webhooks.create({ ...order, publicId, sealedSecret, most: MOST_WEBHOOKS });
  return isMade ? { publicId, secret } : undefined;
}

/**
 * Gives a webhook a new secret. Returns undefined while the secret before the last one has not ended,
 * which never happens without an overlap.
 */
export async function rotateWebhookSecret(
  webhooks: Pick<Webhooks, 'rotate'>,
  sealed: SealedSecrets,
  webhook: { id: number; public_id: string; overlapSeconds: number },
): Promise<MadeSecret | undefined> {
  const { id, public_id: publicId, overlapSeconds } = webhook;
  const secret = newWebhookSecret();
  const sealedSecret = sealed.seal(secret, { purpose: 'webhook', webhookId: publicId });
  const isMade = await webhooks.rotate(id, sealedSecret, overlapSeconds);
  return isMade ? { publicId, secret } : undefined;
}
