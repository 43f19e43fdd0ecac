import type { Accounts, ListedKeyRow, NewKey } from '@app/storage';
import { generateKey, hashKey } from './key-format.js';
import { newPublicId } from './public-ids.js';

/** Who the key is for; what is left out is made here. */
export type KeyOrder = Omit<NewKey, 'publicId' | 'sha256' | 'last4'>;

export interface CreatedKey {
  /** The key itself: to be shown once, it is stored nowhere. */
  value: string;
  row: ListedKeyRow;
}

/** Makes a key and stores its hash. */
export async function createKey(accounts: Accounts, order: KeyOrder): Promise<CreatedKey> {
  const value = generateKey(order.kind);
  const row = await accounts.createKey({
    ...order,
    publicId: newPublicId('key'),
    sha256: hashKey(value),
    last4: value.slice(-4),
  });
  return { value, row };
}
