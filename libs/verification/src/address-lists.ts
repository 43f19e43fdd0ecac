import type { AddressList } from './address-list.js';
import { EDGE_LISTS, OTHER_LISTS } from './lists/networks.js';
import { AI_LISTS } from './lists/ai.js';
import { GOOGLE_LISTS } from './lists/google.js';
import { SEARCH_AND_SEO_LISTS } from './lists/search-and-seo.js';
import { SERVICE_LISTS } from './lists/services.js';

/**
 * Every list of addresses that is known. The facts are of November 2026: where operators publish,
 * and how their lists changed in the histories of public mirrors since 2023.
 *
 * How long a list proves something follows from its changes: 365 days if it had everything that is
 * in today's list already 180 days before; 7 days if more than a twentieth of today's list was
 * missing 30 days before, or if it was not measured and its addresses are rented from a cloud,
 * where they change hands; otherwise 30 days.
 *
 * A list is complete for a bot only if the operator says so of its own list. Completeness of other
 * bots of the same operator is not derived: what is not in `completeFor` is never called spoofed.
 */
export const ADDRESS_LISTS: readonly AddressList[] = [
  ...AI_LISTS,
  ...GOOGLE_LISTS,
  ...SEARCH_AND_SEO_LISTS,
  ...SERVICE_LISTS,
  ...EDGE_LISTS,
  ...OTHER_LISTS,
];
