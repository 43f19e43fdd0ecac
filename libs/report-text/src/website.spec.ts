import { paintFor } from './report.js';
import { renderWebsite, sparkline, type WebsiteReport } from './website.js';

const report: WebsiteReport = {
  domain: 'shop.example',
  summary: {
    total_visits: 12_345,
    human_visits: 7_000,
    bot_visits: 5_345,
    ai_bot_visits: 1_345,
    ai_referred_visits: 321,
    period: { start: '2026-10-22', end: '2026-11-20' },
    change: { total_visits: 0.125, bot_visits: null },
  },
  bots: [
    {
      name: 'Googlebot',
      provider: 'Google',
      visits: 4_000,
      pages_visited: 9,
      category: 'search_engine',
    },
    { name: 'GPTBot', provider: 'OpenAI', visits: 700, pages_visited: 8, category: 'ai_training' },
    {
      name: 'ClaudeBot',
      provider: 'Anthropic',
      visits: 400,
      pages_visited: 8,
      category: 'ai_training',
    },
    {
      name: 'CCBot',
      provider: 'Common Crawl',
      visits: 200,
      pages_visited: 8,
      category: 'ai_training',
    },
    {
      name: 'Evil\u001b[31m',
      provider: 'x',
      visits: 45,
      pages_visited: 8,
      category: 'ai_training',
    },
  ],
  pages: [{ path: '/pricing', bot_visits: 9, human_visits: 1 }],
  series: [
    { date: '2026-11-18', total_visits: 0, bot_visits: 0, ai_bot_visits: 0 },
    { date: '2026-11-19', total_visits: 10, bot_visits: 6, ai_bot_visits: 4 },
    { date: '2026-11-20', total_visits: 20, bot_visits: 10, ai_bot_visits: 1 },
  ],
  referrals: [
    { source: 'ChatGPT', visits: 300 },
    { source: 'Perplexity', visits: 21 },
  ],
};

describe('renderWebsite', () => {
  const text = renderWebsite(report, paintFor(false));

  it('tells totals, split, days, categories, pages and referrals', () => {
    expect(text).toMatchSnapshot();
  });

  it('fits a terminal, and lets nobody paint on it', () => {
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(96);
    expect(text).not.toContain('\u001b');
    expect(renderWebsite(report, paintFor(true))).toContain('\u001b[35m');
  });

  it('of nothing says so', () => {
    const none: WebsiteReport = {
      ...report,
      summary: {
        ...report.summary,
        total_visits: 0,
        human_visits: 0,
        bot_visits: 0,
        ai_bot_visits: 0,
        ai_referred_visits: 0,
      },
      bots: [],
      pages: [],
      series: [],
      referrals: [],
    };
    expect(renderWebsite(none, paintFor(false))).toMatchSnapshot();
  });
});

describe('sparkline', () => {
  it.each([
    [[], ''],
    [[0, 0], '  '],
    [[1, 2, 4, 8], '▂▃▅█'],
    [[7], '█'],
  ])('of %j is %j', (values, line) => {
    expect(sparkline(values)).toBe(line);
  });

  it('joins what would not fit', () => {
    const line = sparkline(Array.from({ length: 366 }, (_, i) => (i === 200 ? 5 : 1)));
    expect([...line].length).toBeLessThanOrEqual(72);
    expect(line).toContain('█');
  });
});
