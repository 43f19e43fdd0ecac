import type { AddressList } from '../address-list.js';

export const SEARCH_AND_SEO_LISTS: readonly AddressList[] = [
  {
    id: 'ahrefsbot',
    provider: 'Ahrefs',
    role: 'bots',
    published: 'https://ahrefs.com/robot',
    sources: ['https://api.ahrefs.com/v3/public/crawler-ip-ranges'],
    format: 'json',
    // Ahrefs says that it is complete. But it rents at hosters that change: in August 2026 it added
    // 69 networks of one of them within a week, which nobody could have foreseen.
    completeFor: [],
    provesForDays: 2,
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
    // Unchanged since January 2024.
    provesForDays: 7,
  },
  {
    id: 'duckduckbot',
    provider: 'DuckDuckGo',
    role: 'bots',
    published: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot/',
    sources: ['https://duckduckgo.com/duckduckbot.json'],
    format: 'prefixes',
    completeFor: ['duckduckbot'],
    // Single addresses of Microsoft Azure: 72 were added in a day of July 2026.
    provesForDays: 2,
    rentsFrom: ['microsoft-cloud'],
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
    provesForDays: 2,
    rentsFrom: ['microsoft-cloud'],
  },
  {
    id: 'semrush',
    provider: 'Semrush',
    role: 'bots',
    published: 'The networks of AS209366 in whois.radb.net and stat.ripe.net',
    sources: [],
    format: 'text',
    // The networks are those of the company; Semrush does not say that all its bots come from there.
    completeFor: [],
    provesForDays: 7,
  },
  {
    id: 'yandexbot',
    provider: 'Yandex',
    role: 'bots',
    published: 'https://yandex.com/ips',
    // A page for people.
    sources: [],
    format: 'text',
    // "Their list isn't disclosed", says Yandex of the addresses of its robots, "that change frequently":
    // https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html. Names decide.
    completeFor: [],
    provesForDays: 7,
  },
];
