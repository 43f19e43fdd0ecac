import type { NewShare, Shares, ShownShareRow } from '@app/storage';
import { hashKey, newPublicId } from './keys-and-ids.js';
import { newSecret } from './session-secrets.js';

/** A website may have this many shared links that have not expired. */
export const MOST_SHARES = 50;

/** What the link shows. The omitted fields are made here. */
export type ShareOrder = Omit<NewShare, 'publicId' | 'sha256' | 'first4' | 'most'>;

export interface CreatedShare {
  /** The token itself. It is shown once and stored nowhere. */
  token: string;
  row: ShownShareRow;
}

/**
 * Makes a shared link and stores its hash. Returns undefined when the website has `MOST_SHARES`
 * already, or is deleted.
 */
export async function createShare(
  shares: Pick<Shares, 'createShare'>,
  order: ShareOrder,
): Promise<CreatedShare | undefined> {
  const token = newSecret();
  const row = await shares.createShare({
    ...order,
    publicId: newPublicId('share'),
    sha256: hashKey(token),
    first4: token.slice(0, 4),
    most: MOST_SHARES,
  });
  return row && { token, row };
}

/** Returns the address that opens a shared link. Browsers send what stands behind the `#` to nobody. */
export function shareUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/#share=${token}`;
}
