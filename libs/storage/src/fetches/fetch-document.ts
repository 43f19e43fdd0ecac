import type { WebsiteFetch } from '@app/contracts';
import type { WebsiteFetchRow } from './website-fetches.js';

/** Returns what the API and commands tell of a fetch; null when the file is not fetched. */
export function fetchDocument(fetch: WebsiteFetchRow | undefined): WebsiteFetch | null {
  if (!fetch) return null;
  const { due_at, tried_at, outcome, status, succeeded_at } = fetch;
  return {
    due_at: due_at.toISOString(),
    tried_at: tried_at?.toISOString() ?? null,
    outcome,
    status,
    succeeded_at: succeeded_at?.toISOString() ?? null,
  };
}
