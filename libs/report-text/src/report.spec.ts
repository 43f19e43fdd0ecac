import { paintFor, renderReports, type Reports } from './report.js';
import { bar, count, cutMiddle, percent, printable, widthOf } from './text.js';

const reports: Reports = {
  summary: {
    total_visits: 1_234_567,
    bot_visits: 400_000,
    human_visits: 834_567,
    ai_bot_visits: 100_000,
    period: { start: '2026-10-05', end: '2026-10-06' },
  },
  bots: [
    {
      name: 'A bot with quite a long name that goes on',
      provider: 'A provider with a long name',
      visits: 400_000,
      pages_visited: 100_000,
      category: 'ai_data_provider',
    },
    { name: 'curl', provider: 'curl', visits: 1, pages_visited: 1, category: 'http_client' },
  ],
  pages: [
    { path: `/${'long/'.repeat(30)}end`, bot_visits: 300_000, human_visits: 100_000 },
    { path: '/\u001b[31mred\u0007', bot_visits: 0, human_visits: 0 },
  ],
  interval: 'day',
  series: [
    { date: '2026-10-05', total_visits: 1_000_000, bot_visits: 300_000, ai_bot_visits: 100_000 },
    { date: '2026-10-06', total_visits: 0, bot_visits: 0, ai_bot_visits: 0 },
  ],
};

describe('renderReports', () => {
  it('aligns everything within 96 columns', () => {
    const text = renderReports(reports, paintFor(false));
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(96);
    expect(text).toMatchSnapshot();
  });

  it('lets no control character of a log through, and colours only where they are wanted', () => {
    expect(renderReports(reports, paintFor(false))).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(renderReports(reports, paintFor(true))).toContain('\u001b[35m');
  });

  it('says so when there is nothing', () => {
    const empty = { ...reports, bots: [], pages: [], series: [] };
    expect(renderReports(empty, paintFor(false)).match(/^ {2}none$/gm)).toHaveLength(4);
  });

  it('shows the last points of a long series', () => {
    const series = Array.from({ length: 100 }, () => reports.series[0]!);
    expect(renderReports({ ...reports, series }, paintFor(false))).toContain(
      'Visits by day (the last 62 of 100)',
    );
  });
});

describe('text', () => {
  it('counts, shares and draws', () => {
    expect(count(1234567)).toBe('1,234,567');
    expect([percent(1, 3), percent(1, 0)]).toEqual(['33.3 %', '–']);
    expect([bar(10, 10, 4), bar(5, 10, 4), bar(1, 10_000, 4), bar(0, 10, 4)]).toEqual([
      '████',
      '██',
      '▏',
      '',
    ]);
  });

  it('cuts in the middle and makes text printable', () => {
    expect(cutMiddle('/abcdefgh', 5)).toBe('/a…gh');
    expect(cutMiddle('/abc', 5)).toBe('/abc');
    expect(printable('a\u001b[2Jb\u202ec')).toBe('a\ufffd[2Jb\ufffdc');
  });
});
