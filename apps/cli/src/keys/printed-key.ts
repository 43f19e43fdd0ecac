import { keyDocument } from '@app/access';
import type { Key } from '@app/contracts';
import type { ListedKeyRow } from '@app/storage';

type PrintedKey = Omit<Key, 'website_id'>;

/** A key as it is printed, without what it belongs to; never its value. */
export function printedKey(row: ListedKeyRow): PrintedKey {
  const key: PrintedKey & Partial<Key> = keyDocument(row);
  delete key.website_id;
  return key;
}
