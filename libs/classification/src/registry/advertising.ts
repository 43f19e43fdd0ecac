import type { RegisteredBot } from './registered-bot.js';

/**
 * Crawlers that check or place advertisements.
 */
export const ADVERTISING_BOTS: readonly RegisteredBot[] = [
  {
    id: 1001,
    slug: 'adsbot-google',
    name: 'AdsBot-Google',
    provider: 'Google',
    category: 'advertising',
    documentation:
      'https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers',
    tokens: ['AdsBot-Google', 'AdsBot-Google-Mobile', 'AdsBot-Google-Mobile-Apps'],
    examples: ['AdsBot-Google (+http://www.google.com/adsbot.html)'],
  },
  {
    id: 1002,
    slug: 'mediapartners-google',
    name: 'Mediapartners-Google',
    provider: 'Google',
    category: 'advertising',
    documentation:
      'https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers',
    tokens: ['Mediapartners-Google'],
    examples: ['Mediapartners-Google'],
  },
  {
    id: 1003,
    slug: 'adidxbot',
    name: 'adidxbot',
    provider: 'Microsoft',
    category: 'advertising',
    documentation: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
    tokens: ['adidxbot'],
    examples: ['Mozilla/5.0 (compatible; adidxbot/2.0; +http://www.bing.com/bingbot.htm)'],
  },
  {
    id: 1004,
    slug: 'oai-adsbot',
    name: 'OAI-AdsBot',
    provider: 'OpenAI',
    category: 'advertising',
    documentation: 'https://developers.openai.com/api/docs/bots',
    tokens: ['OAI-AdsBot'],
    examples: [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot',
    ],
  },
  {
    id: 1005,
    slug: 'meta-externalads',
    name: 'Meta-ExternalAds',
    provider: 'Meta',
    category: 'advertising',
    documentation: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
    tokens: ['meta-externalads'],
    examples: [
      'meta-externalads/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    ],
  },
  {
    id: 1006,
    slug: 'criteobot',
    name: 'CriteoBot',
    provider: 'Criteo',
    category: 'advertising',
    documentation: 'https://www.criteo.com/criteo-crawler/',
    tokens: ['CriteoBot'],
    examples: ['CriteoBot/0.1 (+https://www.criteo.com/criteo-crawler/)'],
  },
  {
    id: 1007,
    slug: 'amazonadbot',
    name: 'AmazonAdBot',
    provider: 'Amazon',
    category: 'advertising',
    documentation: 'https://adbot.amazon.com/',
    tokens: ['AmazonAdBot'],
    examples: ['Mozilla/5.0 (compatible; AmazonAdBot/1.0; +https://adbot.amazon.com)'],
  },
  {
    id: 1008,
    slug: 'ias-crawler',
    name: 'IAS crawler',
    provider: 'Integral Ad Science',
    category: 'advertising',
    documentation: 'https://integralads.com/site-indexing-policy/',
    tokens: ['ias_crawler', 'ias_wombles'],
    examples: ['IAS crawler (ias_crawler; http://integralads.com/site-indexing-policy/)'],
  },
];
