import { MAX_ENTRIES_PER_REQUEST } from '@app/contracts';
import { ApiError } from '../http/api-error.js';
import type { JsonStructure } from '../http/json-structure.js';

/**
 * Refuses a body with too many entries before it is parsed.
 *
 * @throws ApiError PAYLOAD_TOO_LARGE
 */
export function refuseTooManyEntries({ elements }: Pick<JsonStructure, 'elements'>): void {
  if (elements > MAX_ENTRIES_PER_REQUEST) throw tooManyEntries(elements);
}

export function tooManyEntries(count: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `A request takes at most ${MAX_ENTRIES_PER_REQUEST} entries, this one has ${count}; nothing was stored`,
  );
}
