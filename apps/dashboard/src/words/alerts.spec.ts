import { alertInWords } from './alerts.js';

type Rule = Parameters<typeof alertInWords>[0];

const NOTHING: Omit<Rule, 'kind'> = {
  ...{ bot: null, category: null, categories: null, path: null, feed: null, direction: null },
  ...{ share: null, statuses: null, least: null, addresses: null },
};

it.each<[Pick<Rule, 'kind'> & Partial<Rule>, string]>([
  [{ kind: 'new_bot' }, 'An AI bot comes for the first time.'],
  [
    { kind: 'new_bot', categories: ['ai_search', 'seo'] },
    'A bot of the categories AI search or SEO comes for the first time.',
  ],
  [
    { kind: 'unusual_visits', direction: 'below', least: 1_200, category: 'ai_training' },
    'Visits of bots of the category AI training are fewer than in the same hours of the last four weeks, and at least 1,200 came or were usual.',
  ],
  [
    { kind: 'errors', bot: 'GPTBot', path: '/a', statuses: '404', share: 0.1, least: 20 },
    'At least 10% of the visits of GPTBot on /a, which must be at least 20, get the status 404.',
  ],
  [
    { kind: 'spoofed', least: 30 },
    'At least 30 visits in the name of bots come from other addresses within about four hours.',
  ],
  [
    { kind: 'feed_silent', feed: 'json' },
    'The log source json brings nothing for longer than usual.',
  ],
  [
    { kind: 'feed_rejects', share: 0.1, least: 20 },
    'A log source rejects 10% of its records, and at least 20, within about four hours.',
  ],
  [{ kind: 'dead_entries', least: 1 }, 'At least 1 log entry could not be stored within 24 hours.'],
  [
    { kind: 'coverage_below', share: 0.5, least: 20 },
    'Within 30 days, AI bots read less than 50% of the pages that should be read, which must be at least 20.',
  ],
  [
    { kind: 'automation_above', share: 0.5, least: 200 },
    'Within 24 hours, undeclared automation makes at least 50% of the visits of browsers that are judged, and at least 200 of them.',
  ],
  [
    { kind: 'fleet_begun', least: 100, addresses: 20 },
    'A fleet has begun: one agent of undeclared automation makes at least 100 visits in a day, from at least 20 addresses.',
  ],
  [
    { kind: 'brute_force', least: 100 },
    'Brute force: undeclared automation makes at least 100 visits in a day to one page, which it writes to, or asks for in vain, again and again.',
  ],
  [
    { kind: 'robots_disobeyed', least: 1, category: 'seo' },
    'A bot of the category SEO makes at least 1 visit in a day to pages that robots.txt does not allow to it.',
  ],
])('says %j in one sentence', (rule, sentence) => {
  expect(alertInWords({ ...NOTHING, ...rule })).toBe(sentence);
});
