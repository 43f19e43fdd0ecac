import type { AddressList } from '../address-list.js';

export const SEARCH_AND_SEO_LISTS: readonly AddressList[] = [
  {
    id: 'ahrefsbot',
    provider: 'Ahrefs',
    role: 'bots',
    published: 'https://ahrefs.com/robot',
    sources: ['https://api.ahrefs.com/v3/public/crawler-ip-ranges'],
    format: 'json',
    completeFor: ['ahrefsbot'],
    // 5 % of it were missing 30 days before: single addresses, rented from hosters.
    provesForDays: 7,
  },
  {
    id: 'bingbot',
    provider: 'Microsoft',
    role: 'bots',
    published: 'https://www.bing.com/webmasters/help/how-to-verify-bingbot-3905dc26',
    sources: ['https://www.bing.com/toolbox/bingbot.json'],
    format: 'prefixes',
    // BingPreview and adidxbot are other programs; the list does not name them.
    completeFor: ['bingbot'],
    // Unchanged over 180 days.
    provesForDays: 365,
  },
  {
    id: 'duckduckbot',
    provider: 'DuckDuckGo',
    role: 'bots',
    published: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot/',
    sources: ['https://duckduckgo.com/duckduckbot.json'],
    format: 'prefixes',
    completeFor: ['duckduckbot'],
    // Nothing was missing 30 days before, up to 26 % 180 days before.
    provesForDays: 30,
  },
  {
    id: 'duckassistbot',
    provider: 'DuckDuckGo',
    role: 'bots',
    published: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot/',
    sources: ['https://duckduckgo.com/duckassistbot.json'],
    format: 'prefixes',
    completeFor: ['duckassistbot'],
    // It holds the same addresses as the list before.
    provesForDays: 30,
  },
  {
    id: 'semrush',
    provider: 'Semrush',
    role: 'bots',
    published: 'The networks of AS209366 in whois.radb.net and stat.ripe.net',
    sources: [],
    format: 'text',
    // Semrush crawls from its own network. Its other tools may run elsewhere.
    completeFor: ['semrushbot'],
    // Unchanged over 180 days.
    provesForDays: 365,
  },
  {
    id: 'yandexbot',
    provider: 'Yandex',
    role: 'bots',
    published: 'https://yandex.com/ips',
    // A page for people.
    sources: [],
    format: 'text',
    // All networks of Yandex, so its crawlers cannot come from elsewhere.
    completeFor: ['yandexbot', 'yandexfavicons', 'yandeximages'],
    // Unchanged over 180 days.
    provesForDays: 365,
  },
];
