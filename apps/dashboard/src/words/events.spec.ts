import { eventInWords } from './events.js';

type Told = Parameters<typeof eventInWords>[0];

/** Versions of Node write the same with other commas and spaces. */
const plain = (text: string) => text.replace(/\s+/g, ' ');

const FROM = '2026-11-20T14:00:00.000Z';
const TO = '2026-11-20T15:00:00.000Z';

it('says an event in one sentence with its figures', () => {
  const cases: [Told, string][] = [
    [
      {
        kind: 'automation_above',
        subject: null,
        figures: { visits: 900, automation_visits: 600, share: 2 / 3, from: FROM, to: TO },
      },
      'Undeclared automation made 600 of 900 judged visits of browsers (67%) between 20 Nov 2026, 14:00 and 20 Nov 2026, 15:00 UTC.',
    ],
    [
      {
        kind: 'new_bot',
        subject: 'GPTBot',
        figures: { provider: 'OpenAI', category: 'ai_training', first_visit: FROM, more: 2 },
      },
      'GPTBot (OpenAI, AI training) came for the first time, at 20 Nov 2026, 14:00 UTC. 2 other bots came for the first time, too.',
    ],
    [
      {
        kind: 'unusual_visits',
        subject: null,
        figures: { direction: 'above', visits: 812, usual_visits: 120, from: FROM, to: TO },
      },
      'AI bots made 812 visits between 20 Nov 2026, 14:00 and 15:00 UTC; about 120 are usual in this hour.',
    ],
    [
      {
        kind: 'unusual_visits',
        subject: null,
        figures: {
          ...{ direction: 'above', visits: 812, usual_visits: 120, from: FROM, to: TO },
          until: '2026-11-20T14:25:10.000Z',
        },
      },
      'AI bots made 812 visits between 20 Nov 2026, 14:00 and 14:25 UTC; about 120 are usual in the whole hour.',
    ],
    [
      {
        kind: 'unusual_visits',
        subject: 'ai_search',
        figures: { direction: 'below', visits: 0, usual_visits: 90, hours: 3, from: FROM, to: TO },
      },
      'Bots of the category AI search made no visit in the 3 hours until 20 Nov 2026, 15:00 UTC; about 90 would have been usual.',
    ],
    [
      {
        kind: 'errors',
        subject: 'GPTBot',
        figures: { visits: 350, error_visits: 42, share: 0.12, statuses: '404', from: FROM },
      },
      'GPTBot got the status 404 for 42 of 350 visits (12%) since 20 Nov 2026, 14:00 UTC.',
    ],
    [
      {
        kind: 'errors',
        subject: '/pricing',
        figures: { visits: 40, error_visits: 40, share: 1, from: FROM, of: 'ai_search' },
      },
      '/pricing answered 40 of 40 visits (100%) of bots of the category AI search with an error since 20 Nov 2026, 14:00 UTC.',
    ],
    [
      {
        kind: 'spoofed',
        subject: null,
        figures: { spoofed_visits: 57, visits: 80, bots: 2, most_spoofed: 'GPTBot' },
      },
      '57 of 80 visits in the names of 2 bots, mostly GPTBot, in the last hours came from other addresses than their operators’.',
    ],
    [
      {
        kind: 'feed_silent',
        subject: 'cloudflare',
        figures: { last_delivery: FROM, silent_hours: 3, usual_hours: 1 },
      },
      'The log source cloudflare has brought nothing since 20 Nov 2026, 14:00 UTC: look whether its sender still runs. It usually brings something at least every hour.',
    ],
    [
      {
        kind: 'feed_rejects',
        subject: 'json',
        figures: {
          rejected: 1,
          refused: 0,
          records: 3,
          deliveries: 2,
          share: 1 / 3,
          reason: 'no_time',
        },
      },
      'The log source json rejected 1 of 3 records (33%) in the last hours, mostly as no_time.',
    ],
    [
      {
        kind: 'feed_rejects',
        subject: 'json',
        figures: { rejected: 0, refused: 30, records: 0, deliveries: 10, share: 0.75 },
      },
      'The log source json refused 30 of 40 deliveries (75%) in the last hours.',
    ],
    [
      { kind: 'dead_entries', subject: null, figures: { entries: 1 } },
      '1 log entry of the last 24 hours could not be stored: the operator of the service can see why.',
    ],
    [
      {
        kind: 'robots_disobeyed',
        subject: 'GPTBot',
        figures: { visits: 34, day: '2026-11-20', path: '/private/a', rule: 'Disallow: /private' },
      },
      'GPTBot made 34 visits on 20 Nov 2026 (UTC) to pages that robots.txt does not allow to it, most often to /private/a (Disallow: /private).',
    ],
    [
      {
        kind: 'coverage_below',
        subject: null,
        figures: { of: 'sitemap', pages: 500, read: 120, share: 0.24 },
      },
      'AI bots read 120 of the 500 pages of the sitemap (24%) in the last 30 days.',
    ],
    [
      {
        kind: 'coverage_below',
        subject: 'ai_search',
        figures: { of: 'visited', pages: 400, read: 1, share: 0.0025 },
      },
      'Bots of the category AI search read 1 of the 400 pages that people visited (0.3%) in the last 30 days.',
    ],
    [
      {
        kind: 'fleet_begun',
        subject: 'Chrome 103 on Windows',
        figures: { visits: 6_020, visitors: 260, networks: 188, user_agent: 'M', first_seen: FROM },
      },
      'A fleet has begun: undeclared automation that calls itself Chrome 103 on Windows made 6,020 visits from 260 addresses in 188 networks since 20 Nov 2026, 14:00 UTC.',
    ],
    [
      {
        kind: 'fleet_begun',
        subject: 'Chrome 103 on Windows',
        figures: { visits: 1, visitors: 1, networks: 0, user_agent: 'M', first_seen: FROM },
      },
      'A fleet has begun: undeclared automation that calls itself Chrome 103 on Windows made 1 visit from 1 address since 20 Nov 2026, 14:00 UTC.',
    ],
    [
      {
        kind: 'brute_force',
        subject: '/login',
        figures: {
          ...{ visits: 500, visitors: 12, error_visits: 480, first_seen: FROM },
          status_codes: '401, 200',
        },
      },
      'Brute force on /login: undeclared automation of 12 visitors made 500 visits to it since 20 Nov 2026, 14:00 UTC. 480 of them were answered with an error; the most frequent status codes are 401, 200.',
    ],
    [
      {
        kind: 'webhook_disabled',
        subject: 'wh_1',
        figures: { name: 'Chat', host: 'hooks.example', reason: 'failed', status: 500 },
      },
      'The webhook Chat (hooks.example) gets no events any more: its last attempts failed, the last one with the status 500. Enable it again when it is repaired.',
    ],
  ];
  for (const [event, words] of cases) expect(plain(eventInWords(event))).toBe(words);
});
