import type { Composed } from '../../compose/compose.js';
import { BOTS_OF_HOURS, BOTS_OF_PATH, BOTS_OF_VERIFICATION, BOTS_REPORT } from './bots.js';
import {
  COUNTRIES_REPORT,
  COUNTS_OF_COUNTRIES,
  COUNTS_OF_HOSTS,
  HOSTS_OF_WEBSITES,
  HOSTS_REPORT,
  KEYS_OF_HOSTS,
} from './dimension-lists.js';
import { GROUPS, GROUPS_OF_STATUSES } from './groups.js';
import { LANDINGS } from './landings.js';
import {
  CLIENTS,
  REFERRALS,
  REFERRALS_OF_HOURS,
  SPOOFED,
  STATUSES,
  STATUSES_OF_HOURS,
} from './lists.js';
import { PAGES, SERIES_OF_PAGE, SERIES_OF_PAGE_OF_BOTS } from './pages.js';
import { PACKED, POSITION_OF_PAGE, POSITIONS_BELOW } from './packed.js';
import {
  PAGES_BY_PATH,
  PAGES_BY_PATH_OF_BOTS,
  PAGES_BY_PATH_OF_VERIFICATION,
} from './pages-by-path.js';
import { PAGES_OF_PROVIDERS, READS_OF_PROVIDERS, SERIES_OF_REFERRALS } from './providers.js';
import { CHOSEN_SERIES, SERIES, SERIES_OF_HOURS } from './series.js';
import { SUMMARIES, SUMMARIES_OF_HOURS } from './summaries.js';
import { PEOPLE_KNOWN_UNTIL, VISITORS } from './visitors.js';

/** Every composed report about one website. */
export const REPORTS_OF_WEBSITE: readonly Composed[] = [
  ...[BOTS_REPORT, BOTS_OF_PATH, BOTS_OF_VERIFICATION, ...Object.values(BOTS_OF_HOURS)],
  ...[GROUPS, GROUPS_OF_STATUSES, CHOSEN_SERIES].flatMap((of) =>
    Object.values(of).flatMap(({ hour, day }): Composed[] => [hour, day]),
  ),
  ...[CLIENTS, REFERRALS, REFERRALS_OF_HOURS, SPOOFED, VISITORS],
  ...[STATUSES, ...Object.values(STATUSES_OF_HOURS)],
  ...[...Object.values(PAGES.all), ...Object.values(PAGES.content)],
  ...[SERIES_OF_PAGE, SERIES_OF_PAGE_OF_BOTS],
  ...[...Object.values(SERIES), ...Object.values(SERIES_OF_HOURS)],
  ...[...Object.values(PACKED), POSITION_OF_PAGE, POSITIONS_BELOW],
  ...[PAGES_BY_PATH, PAGES_BY_PATH_OF_BOTS, PAGES_BY_PATH_OF_VERIFICATION],
  ...[COUNTRIES_REPORT, HOSTS_REPORT, KEYS_OF_HOSTS, COUNTS_OF_COUNTRIES, COUNTS_OF_HOSTS],
  ...[PAGES_OF_PROVIDERS, LANDINGS.all, LANDINGS.content],
  ...[READS_OF_PROVIDERS, SERIES_OF_REFERRALS].flatMap(({ hour, day }) => [hour, day]),
];

/** Every composed report about several websites. */
export const REPORTS_OF_WEBSITES: readonly Composed[] = [
  ...[SUMMARIES, HOSTS_OF_WEBSITES, PEOPLE_KNOWN_UNTIL],
  ...Object.values(SUMMARIES_OF_HOURS),
];
