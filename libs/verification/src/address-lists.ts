import type { AddressList } from './address-list.js';
import { CLOUD_LISTS, EDGE_LISTS, OTHER_LISTS } from './lists/networks.js';
import { AI_LISTS } from './lists/ai.js';
import { GOOGLE_LISTS } from './lists/google.js';
import { SEARCH_AND_SEO_LISTS } from './lists/search-and-seo.js';
import { SERVICE_LISTS } from './lists/services.js';

/**
 * Every list of addresses that is known. The facts are of November 2026: where operators publish,
 * and how their lists changed in the histories of public mirrors since 2023.
 *
 * `completeFor` has a bot only if the operator says that the list is complete, and if everything
 * that it added or removed in the year before August 2026 was in the surroundings of the rest. How
 * long a list tells what its operator publishes follows from how often it changes: 2 days if it
 * does so within most months, otherwise 7. docs/decisions/0052-when-a-visit-is-spoofed.md has the
 * measurements.
 *
 * Completeness of other bots of the same operator is not derived: what is not in `completeFor` is
 * never called spoofed.
 */
export const ADDRESS_LISTS: readonly AddressList[] = [
  ...AI_LISTS,
  ...GOOGLE_LISTS,
  ...SEARCH_AND_SEO_LISTS,
  ...SERVICE_LISTS,
  ...EDGE_LISTS,
  ...CLOUD_LISTS,
  ...OTHER_LISTS,
];
