import { type CreatedKey, keyDocument } from '@app/access';
import type { CreatedKeyDocument } from '@app/contracts';

/** Returns a new key as the one answer that shows its value. */
export function createdKeyDocument({ row, value }: CreatedKey): CreatedKeyDocument {
  return { ...keyDocument(row), key: value };
}
