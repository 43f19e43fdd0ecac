import type { AddressList } from '../address-list.js';

const PUBLISHED =
  'https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests';
const FOLDER = 'https://developers.google.com/static/crawling/ipranges';

/** Google has a list for each of its kinds of clients, and names the clients of each kind. */
export const GOOGLE_LISTS: readonly AddressList[] = [
  {
    id: 'googlebot',
    provider: 'Google',
    role: 'bots',
    published: PUBLISHED,
    sources: [`${FOLDER}/common-crawlers.json`],
    format: 'prefixes',
    completeFor: [
      'googlebot',
      'googlebot-image',
      'googlebot-news',
      'google-cloudvertexbot',
      'google-inspectiontool',
      'googleother',
      'googleother-image',
      'googleother-video',
      'storebot-google',
    ],
    // 1 to 3 % of it were missing 180 days before.
    provesForDays: 30,
  },
  {
    id: 'google-special-crawlers',
    provider: 'Google',
    role: 'bots',
    published: PUBLISHED,
    sources: [`${FOLDER}/special-crawlers.json`],
    format: 'prefixes',
    completeFor: ['adsbot-google', 'apis-google', 'google-safety', 'mediapartners-google'],
    // 2 % of it were missing 180 days before.
    provesForDays: 30,
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
    completeFor: [
      'feedfetcher-google',
      'google-gemininotebook',
      'google-notebooklm',
      'google-pinpoint',
      'google-read-aloud',
      'google-site-verification',
      'googleproducer',
    ],
    // Of all lists, the one that changes most often: 2.8 times in 30 days.
    provesForDays: 7,
  },
  {
    id: 'google-user-triggered-agents',
    provider: 'Google',
    role: 'bots',
    published: PUBLISHED,
    sources: [`${FOLDER}/user-triggered-agents.json`],
    format: 'prefixes',
    completeFor: ['google-agent'],
    provesForDays: 7,
  },
];
