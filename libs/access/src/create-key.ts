import type { KeyKind } from '@app/contracts';
import type { KeyRotation, Keys, ListedKeyRow, NewKey } from '@app/storage';
import { generateKey, hashKey, newPublicId } from './keys-and-ids.js';

/** Who the key is for. The omitted fields are made here. */
export type KeyOrder = Omit<NewKey, 'publicId' | 'sha256' | 'last4'>;

export interface CreatedKey {
  /** The key itself. It is shown once and stored nowhere. */
  value: string;
  row: ListedKeyRow;
}

/** The replacement of a key by a new one of the same kind. */
export type RotationOrder = Omit<KeyRotation, 'successor'> & {
  kind: KeyKind;
  /** When the new key expires; null means never. */
  expiresAt: Date | null;
};

/** Creates a key and stores its hash, however many keys the account has. */
export async function createKey(keys: Keys, order: KeyOrder): Promise<CreatedKey> {
  const { value, stored } = makeKey(order.kind);
  return { value, row: await keys.createKey({ ...order, ...stored }) };
}

/** Does the same, but returns undefined when the account has `bound.most` live keys already. */
export async function createKeyWithin(
  keys: Keys,
  order: KeyOrder,
  bound: { most: number; now: Date },
): Promise<CreatedKey | undefined> {
  const { value, stored } = makeKey(order.kind);
  const row = await keys.createKeyWithin({ ...order, ...stored }, bound);
  return row && { value, row };
}

/**
 * Creates the successor of a key. Returns undefined when the key has expired, was revoked, or
 * already has a successor, or when the account would have too many live keys.
 */
export async function rotateKey(
  keys: Keys,
  { kind, expiresAt, ...rotation }: RotationOrder,
): Promise<CreatedKey | undefined> {
  const { value, stored } = makeKey(kind);
  const row = await keys.rotateKey({ ...rotation, successor: { ...stored, expiresAt } });
  return row && { value, row };
}

/** Returns a new value and what is stored of it. */
function makeKey(kind: KeyKind) {
  const value = generateKey(kind);
  const publicId = newPublicId('key');
  return { value, stored: { publicId, sha256: hashKey(value), last4: value.slice(-4) } };
}
