import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const SECRET_BYTES = 32;

/** Returns a new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in Base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** A message as it is signed. */
export interface Signable {
  /** The same at every attempt, so that a receiver knows a message that it has already. */
  id: string;
  /** When it is sent. Receivers refuse messages that are older than some minutes. */
  at: Date;
  body: string;
}

/**
 * Returns the headers of Standard Webhooks. While a secret is rotated, there are two, and a message
 * has a signature by each: a receiver accepts it if one is right.
 *
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders(
  { id, at, body }: Signable,
  secrets: readonly string[],
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
