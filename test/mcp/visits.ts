// Visits of two weeks that the suite of questions knows: who came to which page, when, and from where.
import type { LogEntryInput } from '@app/contracts';
import { aLogEntryInput, CHROME, GPTBOT } from '@app/testing';

/** Noon of the day that these visits call today. */
export const NOW = '2026-11-20T12:00:00Z';
/** Within two days of all strangers whose bot has a list. */
export const LISTS_FROM = '2026-11-19T12:00:00Z';
const DAY_MS = 86_400_000;

const PERPLEXITYBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)';
const CLAUDEBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const BYTESPIDER =
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko; compatible; Bytespider; spider-feedback@bytedance.com)';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Addresses in the lists that come with the release. */
const OF_GPTBOT = '20.171.206.5';
const OF_CLAUDEBOT = '34.85.172.162';
const OF_PERPLEXITYBOT = '3.224.62.45';
/** Of Amazon's cloud, where Perplexity rents. */
const NEAR_PERPLEXITYBOT = '3.224.62.99';
const OF_PEOPLE = '192.0.2.17';
/** Addresses of nobody's lists, in two networks. */
const [STRANGER, OTHER_STRANGER] = ['45.83.91.7', '91.107.200.4'];

export const ROBOTS_TXT = 'User-agent: *\nDisallow: /private/\n';

/** Visits of one visitor: `[visits, path, days ago, hour, status]`. */
type Row = [visits: number, path: string, daysAgo: number, hour: number, status?: number];

/** What else entries have. */
type Others = Pick<Partial<LogEntryInput>, 'referer' | 'host' | 'country'>;

const of = (user_agent: string, ip: string, rows: Row[], others: Others = {}): LogEntryInput[] =>
  rows.flatMap(([visits, path, daysAgo, hour, status_code = 200]) =>
    Array.from({ length: visits }, (_, at) => {
      const day = Date.parse(NOW.slice(0, 10)) - daysAgo * DAY_MS;
      const timestamp = new Date(day + hour * 3_600_000 + at * 1_000).toISOString();
      return aLogEntryInput({ user_agent, ip, path, status_code, timestamp, ...others });
    }),
  );

export const VISITS: readonly LogEntryInput[] = [
  ...of(CHROME, OF_PEOPLE, [
    ...([
      [6, '/', 0, 9],
      [3, '/pricing', 0, 11],
      [20, '/', 1, 10],
      [8, '/contact', 2, 10],
      [30, '/', 8, 10],
    ] as Row[]),
  ]),
  ...of(CHROME, OF_PEOPLE, [[3, '/pricing', 1, 15]], {
    referer: 'https://chatgpt.com/',
    country: 'FR',
  }),
  ...of(CHROME, OF_PEOPLE, [[1, '/', 2, 15]], {
    referer: 'https://www.perplexity.ai/',
    country: 'DE',
  }),
  ...of(GPTBOT, OF_GPTBOT, [
    [4, '/pricing', 1, 5],
    [6, '/', 3, 5],
    [20, '/', 8, 5],
  ]),
  ...of(GPTBOT, STRANGER, [
    [2, '/pricing', 1, 6],
    [3, '/private/keys', 1, 6],
  ]),
  ...of(GPTBOT, OTHER_STRANGER, [[1, '/', 2, 6]]),
  ...of(PERPLEXITYBOT, OF_PERPLEXITYBOT, [[2, '/pricing', 4, 7]]),
  ...of(PERPLEXITYBOT, NEAR_PERPLEXITYBOT, [[1, '/pricing', 4, 8]]),
  ...of(CLAUDEBOT, OF_CLAUDEBOT, [
    [3, '/old', 2, 9, 404],
    [1, '/broken', 2, 9, 500],
    [2, '/private/plans', 2, 9],
  ]),
  ...of(GOOGLEBOT, STRANGER, [[5, '/pricing', 2, 10]], { host: 'my-shop.example' }),
  ...of(BYTESPIDER, STRANGER, [[40, '/', 1, 3, 503]]),
];
