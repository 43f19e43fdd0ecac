import type { Composed } from '../../compose/compose.js';
import { BOTS_OF, BOTS_OF_HOURS, BOTS_OF_PATH, BOTS_OF_VERIFICATION, BOTS_REPORT } from './bots.js';
import {
  COUNTRIES_REPORT,
  HOSTS_OF_WEBSITES,
  HOSTS_REPORT,
  KEYS_OF_HOSTS,
} from './dimension-lists.js';
import { GROUPS, GROUPS_OF, GROUPS_OF_STATUSES, GROUPS_OF_STATUSES_OF } from './groups.js';
import {
  CLIENTS,
  REFERRALS,
  REFERRALS_OF_HOURS,
  SPOOFED,
  STATUSES,
  STATUSES_OF,
  STATUSES_OF_HOURS,
} from './lists.js';
import { PAGES, PAGES_OF_BOTS, PAGES_OF_VERIFICATION, SERIES_OF_PAGE } from './pages.js';
import {
  CHOSEN_SERIES,
  CHOSEN_SERIES_OF,
  SERIES,
  SERIES_OF_HOURS,
  SERIES_OF_HOURS_OF,
} from './series.js';
import { FILTER_DIMENSIONS } from './sources.js';
import { SUMMARIES, SUMMARIES_OF, SUMMARIES_OF_HOURS } from './summaries.js';

/** Every composed report about one website. */
export const REPORTS_OF_WEBSITE: readonly Composed[] = [
  ...[BOTS_REPORT, BOTS_OF_HOURS, BOTS_OF_PATH, BOTS_OF_VERIFICATION],
  ...Object.values(GROUPS),
  ...Object.values(GROUPS_OF_STATUSES),
  ...[CLIENTS, REFERRALS, REFERRALS_OF_HOURS, SPOOFED, STATUSES, STATUSES_OF_HOURS],
  ...[PAGES, PAGES_OF_BOTS, PAGES_OF_VERIFICATION, SERIES_OF_PAGE],
  ...Object.values(SERIES),
  ...[COUNTRIES_REPORT, HOSTS_REPORT, KEYS_OF_HOSTS],
  ...Object.values(CHOSEN_SERIES),
  SERIES_OF_HOURS,
  ...FILTER_DIMENSIONS.flatMap((dimension) => [
    ...[BOTS_OF[dimension], STATUSES_OF[dimension], SERIES_OF_HOURS_OF[dimension]],
    ...Object.values(CHOSEN_SERIES_OF[dimension]),
    ...Object.values(GROUPS_OF[dimension]),
    ...Object.values(GROUPS_OF_STATUSES_OF[dimension]),
  ]),
];

/** Every composed report about several websites. */
export const REPORTS_OF_WEBSITES: readonly Composed[] = [
  ...[SUMMARIES, SUMMARIES_OF_HOURS, HOSTS_OF_WEBSITES],
  ...Object.values(SUMMARIES_OF),
];
