import { type CreatedKey, keyDocument } from '@app/access';
import type { CreatedKeyDocument } from '@app/contracts';

/** A key when it is made: the one answer with its value. */
export function createdKeyDocument({ row, value }: CreatedKey): CreatedKeyDocument {
  return { ...keyDocument(row), key: value };
}
