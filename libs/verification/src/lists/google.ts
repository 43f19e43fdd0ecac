import type { AddressList } from '../address-list.js';
import {
  COMMON_CRAWLERS,
  SPECIAL_CRAWLERS,
  USER_TRIGGERED_AGENTS,
  USER_TRIGGERED_FETCHERS,
} from '../google-bots.js';

const PUBLISHED =
  'https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests';
const FOLDER = 'https://developers.google.com/static/crawling/ipranges';

/** Google has a list for each of its kinds of clients, which verifies these and no others. */
export const GOOGLE_LISTS: readonly AddressList[] = [
  {
    id: 'googlebot',
    provider: 'Google',
    role: 'bots',
    published: PUBLISHED,
    sources: [`${FOLDER}/common-crawlers.json`],
    format: 'prefixes',
    completeFor: COMMON_CRAWLERS,
    verifies: COMMON_CRAWLERS,
    // All that was added in two years was near the rest.
    provesForDays: 7,
  },
  {
    id: 'google-special-crawlers',
    provider: 'Google',
    role: 'bots',
    published: PUBLISHED,
    sources: [`${FOLDER}/special-crawlers.json`],
    format: 'prefixes',
    completeFor: SPECIAL_CRAWLERS,
    verifies: SPECIAL_CRAWLERS,
    provesForDays: 7,
  },
  {
    id: 'google-user-triggered-fetchers',
    provider: 'Google',
    role: 'bots',
    published: PUBLISHED,
    sources: [
      `${FOLDER}/user-triggered-fetchers.json`,
      `${FOLDER}/user-triggered-fetchers-google.json`,
    ],
    format: 'prefixes',
    completeFor: USER_TRIGGERED_FETCHERS,
    // Most of them are hosts `*.gae.googleusercontent.com`, where programs of Google's customers run.
    // Google's page calls these fetchers "user owned": such an address is no Googlebot's.
    verifies: USER_TRIGGERED_FETCHERS,
    // Of all lists, the one that changes most often: 2.8 times in 30 days.
    provesForDays: 2,
  },
  {
    id: 'google-user-triggered-agents',
    provider: 'Google',
    role: 'bots',
    published: PUBLISHED,
    sources: [`${FOLDER}/user-triggered-agents.json`],
    format: 'prefixes',
    completeFor: USER_TRIGGERED_AGENTS,
    verifies: USER_TRIGGERED_AGENTS,
    provesForDays: 2,
  },
];
