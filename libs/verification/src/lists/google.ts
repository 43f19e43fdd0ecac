import type { AddressList } from '../address-list.js';

const PUBLISHED =
  'https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests';
const FOLDER = 'https://developers.google.com/static/crawling/ipranges';

/** Google names the clients that come from each list. Each list verifies these, and no others. */
const COMMON_CRAWLERS = [
  'googlebot',
  'googlebot-image',
  'googlebot-news',
  'google-cloudvertexbot',
  'google-inspectiontool',
  'googleother',
  'googleother-image',
  'googleother-video',
  'storebot-google',
];
const SPECIAL_CRAWLERS = ['adsbot-google', 'apis-google', 'google-safety', 'mediapartners-google'];
const USER_TRIGGERED_FETCHERS = [
  'feedfetcher-google',
  'google-gemininotebook',
  'google-notebooklm',
  'google-pinpoint',
  'google-read-aloud',
  'google-site-verification',
  'googleproducer',
];

/** Google has a list for each of its kinds of clients. */
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
    completeFor: ['google-agent'],
    verifies: ['google-agent'],
    provesForDays: 2,
  },
];
