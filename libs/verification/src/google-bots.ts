/*
 * The bots of Google (slugs of the registry) by the kind of its client. Google names the bots of each
 * kind, and publishes a list of addresses and the names of the hosts for each:
 * https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests
 */

/** The best known one is first, as it stands for all where there is room for one. */
export const COMMON_CRAWLERS: readonly string[] = [
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

export const SPECIAL_CRAWLERS: readonly string[] = [
  'adsbot-google',
  'apis-google',
  'google-safety',
  'mediapartners-google',
];

export const USER_TRIGGERED_FETCHERS: readonly string[] = [
  'feedfetcher-google',
  'google-gemininotebook',
  'google-notebooklm',
  'google-pinpoint',
  'google-read-aloud',
  'google-site-verification',
  'googleproducer',
];

export const USER_TRIGGERED_AGENTS: readonly string[] = ['google-agent'];
