import type { KeyKind } from '@app/contracts';
import type { Accounts, KeyRotation, ListedKeyRow, NewKey } from '@app/storage';
import { generateKey, hashKey } from './key-format.js';
import { newPublicId } from './public-ids.js';

/** Who the key is for; what is left out is made here. */
export type KeyOrder = Omit<NewKey, 'publicId' | 'sha256' | 'last4'>;

export interface CreatedKey {
  /** The key itself: to be shown once, it is stored nowhere. */
  value: string;
  row: ListedKeyRow;
}

/** A key that is replaced by a new one of its kind. */
export type RotationOrder = Omit<KeyRotation, 'successor'> & {
  kind: KeyKind;
  /** End of the new key; null: none. */
  expiresAt: Date | null;
};

/** Makes a key and stores its hash. */
export async function createKey(accounts: Accounts, order: KeyOrder): Promise<CreatedKey> {
  const { value, stored } = makeKey(order.kind);
  return { value, row: await accounts.createKey({ ...order, ...stored }) };
}

/** Makes the successor of a key; undefined when the key has ended or has a successor already. */
export async function rotateKey(
  accounts: Accounts,
  { kind, expiresAt, ...rotation }: RotationOrder,
): Promise<CreatedKey | undefined> {
  const { value, stored } = makeKey(kind);
  const row = await accounts.rotateKey({ ...rotation, successor: { ...stored, expiresAt } });
  return row && { value, row };
}

/** A new value, and what is stored of it. */
function makeKey(kind: KeyKind) {
  const value = generateKey(kind);
  const publicId = newPublicId('key');
  return { value, stored: { publicId, sha256: hashKey(value), last4: value.slice(-4) } };
}
