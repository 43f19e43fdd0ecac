import { addressTexts } from '@app/contracts';
import { unpackPayload } from '@app/queue';

/**
 * Returns the texts and addresses of a payload of the queue as JSON.
 *
 * @throws when it is no payload
 */
export function unpackedPayload(payload: string): string {
  const { head, addresses } = unpackPayload(payload);
  return JSON.stringify({ ...head, ip: addressTexts(addresses) });
}
