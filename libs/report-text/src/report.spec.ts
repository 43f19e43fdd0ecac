import { NOT_JUDGED } from '@app/contracts';
import { paintFor } from './paint.js';
import { renderReport } from './report.js';
import type { Report } from './report-data.js';
import { table } from './table.js';
import {
  bar,
  count,
  cutMiddle,
  percent,
  printable,
  printableJson,
  printableLines,
  widthOf,
} from './text.js';

const SMALL = { pages_visited: 8, category: 'ai_training', declared: false };

const VISITS = { total_visits: 1_000_000, bot_visits: 300_000, ai_bot_visits: 1_000 };
const NO_VISITS = { total_visits: 0, bot_visits: 0, ai_bot_visits: 0 };

const aDay = (people: number | null, undecided: number | null) => ({
  ...{ people_visitors: people, undecided_visitors: undecided, automation_visitors: people && 0 },
});
const NOT_JUDGED_VISITS = {
  ...{ not_judged_visits: 0, no_files_visits: 0, no_address_visits: 0, shared_address_visits: 0 },
  ...{ no_key_visits: 0, no_evidence_visits: 0 },
};

/** The data of a website's reports. */
const report: Report = {
  domain: 'shop.example',
  summary: {
    total_visits: 1_234_567,
    bot_visits: 400_046,
    human_visits: 834_521,
    ai_bot_visits: 1_345,
    ai_referred_visits: 321,
    verified_visits: 390_000,
    spoofed_visits: 45,
    unverifiable_visits: 10_000,
    people_visits: 700_000,
    undecided_visits: 130_000,
    automation_visits: 1,
    not_judged_visits: 4_521,
    period: { start: '2026-10-05', end: '2026-10-06' },
    change: { total_visits: 0.125, bot_visits: null },
  },
  bots: [
    {
      name: 'A bot with quite a long name that goes on',
      provider: 'A provider with a long name',
      visits: 398_700,
      pages_visited: 100_000,
      category: 'search_engine',
      verification: 'verified',
      declared: false,
    },
    { name: 'GPTBot', provider: 'OpenAI', visits: 700, ...SMALL, verification: 'mostly' },
    { name: 'ClaudeBot', provider: 'x', visits: 400, ...SMALL, verification: 'mixed' },
    { name: 'CCBot', provider: 'x', visits: 200, ...SMALL, verification: 'not checkable' },
    {
      name: 'Evil\u001b[31m\u202e',
      provider: 'x\u009b',
      visits: 45,
      ...SMALL,
      verification: 'spoofed',
    },
    {
      name: 'Undeclared automation',
      provider: 'Unknown',
      visits: 1,
      pages_visited: null,
      category: 'undeclared_automation',
      verification: null,
      declared: false,
    },
  ],
  spoofed: [
    {
      name: 'A bot with quite a long name that goes on',
      network: '2001:db8:ffff::/48',
      visits: 1_234_567,
      pages_visited: 100_000,
      first_seen: '2026-10-05T01:02:03.456Z',
      last_seen: '2026-10-06T23:59:59.999Z',
    },
    {
      name: 'GPTBot',
      network: null,
      visits: 1,
      pages_visited: 1,
      first_seen: '2026-10-05T01:02:03.456Z',
      last_seen: '2026-10-05T01:02:03.456Z',
    },
  ],
  pages: [
    {
      path: `/${'long/'.repeat(30)}end`,
      bot_visits: 300_000,
      human_visits: 100_000,
      ...{ people_visits: 71_000, undecided_visits: 20_000, automation_visits: 1 },
      error_visits: 1_234,
    },
    { path: '/\u001b[31mred\u0007', bot_visits: 0, human_visits: 0, error_visits: null },
  ],
  providers: [
    {
      ...{ provider: 'An operator with quite a long name', reads: 1_234_567 },
      ...{ training_reads: 1_000_000, search_reads: 200_000, assistant_reads: 30_000 },
      ...{ agent_reads: 4_567, spoofed_visits: 45, sent_visits: 300, reads_per_sent_visit: 4115 },
    },
    {
      ...{ provider: 'Evil\u001b[31m', reads: 1, training_reads: 1, search_reads: 0 },
      ...{ assistant_reads: 0, agent_reads: 0, spoofed_visits: 0 },
      ...{ sent_visits: null, reads_per_sent_visit: null },
    },
  ],
  landings: [
    {
      ...{ path: `/${'long/'.repeat(30)}end`, crawled_visits: 300_000, answered_visits: 41 },
      ...{ sent_visits: 300, people_visits: 210, undecided_visits: 9 },
    },
    {
      ...{ path: '/\u001b[31mred', crawled_visits: 0, answered_visits: 1 },
      ...{ sent_visits: 0, people_visits: 0, undecided_visits: 0 },
    },
  ],
  referrals: [
    { source: 'ChatGPT', visits: 300, people_visits: 210, undecided_visits: 9 },
    { source: 'Perplexity', visits: 21 },
  ],
  daily_visitors: {
    days: [
      { date: '2026-10-05', ...aDay(400_000, 1_002), ...NOT_JUDGED_VISITS },
      { date: '2026-10-06', ...aDay(300_001, 1_000), ...NOT_JUDGED_VISITS },
      { date: '2026-10-07', ...aDay(null, null), ...NOT_JUDGED_VISITS },
      { date: '2026-10-08', ...aDay(0, 0), ...NOT_JUDGED_VISITS },
    ],
    not_judged: [
      { reason: 'no_key', visits: 4_520, ...NOT_JUDGED.no_key },
      { reason: 'no_address', visits: 1, ...NOT_JUDGED.no_address },
    ],
  },
  interval: 'day',
  series: [
    { date: '2026-10-05', ...VISITS, people_visits: 500_000, undecided_visits: 199_999 },
    { date: '2026-10-06', ...NO_VISITS, people_visits: 0, undecided_visits: 0 },
  ],
};
const UNCHECKED = { verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 0 };
/** A website whose visitors are not judged, and a report by what they are not judged. */
const UNJUDGED = { people_visits: 0, undecided_visits: 0, automation_visits: 0 };
const UNKNOWN = {
  ...{ people_visits: null, undecided_visits: null, automation_visits: null },
  not_judged_visits: null,
};
const UNTOLD = {
  ...{ people_visits: undefined, undecided_visits: undefined, automation_visits: undefined },
  not_judged_visits: undefined,
};
const NONE = {
  ...{ ...NO_VISITS, human_visits: 0 },
  ...{ ...UNCHECKED, ...UNJUDGED, not_judged_visits: 0 },
};

describe('renderReport', () => {
  it('tells everything within 96 columns', () => {
    const text = renderReport(report, paintFor(false));
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(96);
    expect(text).toMatchSnapshot();
  });

  it('cuts no name of a bot where there is room for it', () => {
    const scanner = {
      ...{ name: 'Vulnerability scanner', provider: 'A provider with a long name' },
      ...{ visits: 12_345_678, pages_visited: 50_000, category: 'security_scanner' },
      ...({ verification: 'not checkable', declared: false } as const),
    };
    const rendered = (bot: Report['bots'][number]) => {
      const summary = { ...report.summary, total_visits: 20_000_000, bot_visits: bot.visits };
      const text = renderReport({ ...report, summary, bots: [bot] }, paintFor(false));
      expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(96);
      return text.slice(text.indexOf('Top bots'), text.indexOf('\nAI bots'));
    };
    expect(rendered(scanner)).toContain('  Vulnerability sca…  A provider …');
    expect(rendered({ ...scanner, visits: 7_693, pages_visited: 1_210 })).toContain(
      '  Vulnerability scanner  A provider …',
    );
    const declared = { ...scanner, visits: 3, pages_visited: 1, declared: true };
    expect(rendered({ ...declared, name: 'SomeSiteLinkChecks' })).toContain(
      '  SomeSiteLinkChecks *  A provider …',
    );
    expect(rendered({ ...declared, name: 'SomeSiteLinkChecker of all of us' })).toContain(
      '  SomeSiteLinkChecker … *  A provider …',
    );
  });

  it('of a log leaves out what a log cannot tell', () => {
    const { bots, pages, summary } = report;
    const totals = { ...summary, ai_referred_visits: undefined, change: undefined };
    const text = renderReport({ summary: totals, bots, pages }, paintFor(false));
    expect(text).toMatch(/^Visits from 2026-10-05 to 2026-10-06 \(UTC\)\n/);
    expect(text).not.toMatch(/assistants|Visits by|before/);
  });

  it('says until when a period that is not over is compared, and that today is left out', () => {
    const rendered = (compared: Report['summary']['compared']) =>
      renderReport(
        { ...report, summary: { ...report.summary, ...(compared && { compared }) } },
        paintFor(false),
      );
    const until = '2026-10-06T19:00:00Z';
    expect(rendered({ unit: 'hours', until })).toContain(
      '+12.5 % until 2026-10-06 19:00 UTC, against the same hours before',
    );
    expect(rendered({ unit: 'days', until: '2026-10-06T00:00:00Z' })).toContain(
      '+12.5 % until 2026-10-06 00:00 UTC, against as many days before',
    );
    expect(rendered({ unit: 'period', until })).toContain('+12.5 % against as many days before');
  });

  it('does not know who was sent where the logs have no referers', () => {
    const summary = { ...report.summary, ai_referred_visits: 0, referers_logged: false };
    const text = renderReport({ ...report, summary, referrals: [] }, paintFor(false));
    expect(text).toContain('People sent by AI assistants\n  not known: the logs have no referers');
    expect(text).not.toContain('  sent by AI assistants');
  });

  it('shows as not checked what was stored before addresses were checked', () => {
    const rendered = (summary: Report['summary']) =>
      renderReport({ ...report, summary }, paintFor(false));
    const one = { ...report.summary, automation_visits: 0 };
    expect(rendered(one)).toMatch(/\n +unverifiable +10,000 .*\n +not checked +1 /);
    const unchecked = rendered({ ...report.summary, ...UNCHECKED });
    expect(unchecked).toMatch(/of them AI bots .*\n +not checked +400,045 +32\.4 %/);
    expect(unchecked).not.toMatch(/verified by|unverifiable|Spoofed visits/);
    const checked = { verified_visits: 400_045, spoofed_visits: 0, unverifiable_visits: 0 };
    expect(rendered({ ...report.summary, ...checked })).not.toContain('not checked');
  });

  it('has rows that add up to all visits, and says what their words mean', () => {
    const text = renderReport(report, paintFor(false));
    const of = (name: string) =>
      Number(new RegExp(`^ {2}${name} +([\\d,]+) `, 'm').exec(text)?.[1]?.replaceAll(',', ''));
    const rows = ['People', 'Undecided', 'Not judged', 'Bots'].map(of);
    expect(rows.reduce((sum, visits) => sum + visits)).toBe(of('All visits'));
    expect(text).toMatch(/\n {4}undeclared automation +1 /);
    expect(text).toContain('Undecided: the visitor did nothing');
    expect(text).toContain('Undeclared automation says');
    const none = { ...report.summary, automation_visits: 0 };
    expect(renderReport({ ...report, summary: none }, paintFor(false))).not.toMatch(
      /undeclared automation +\d|Undeclared automation says/,
    );
  });

  it('says how many visitors there were a day, and why visits are not judged', () => {
    const text = renderReport(report, paintFor(false));
    expect(text).toContain(
      'Visitors a day (UTC)\n  Median of 2 days: 350,001 people, 1,001 undecided, 0 automation. ',
    );
    expect(text).toContain('\n  4,520 visits are not judged: they arrived after their day was ');
    expect(text).toContain(
      '\n  1 visit is not judged: the log has no address of the visitor. To change that, log the address\n  of the visitor.\n',
    );
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(96);
    const [day] = report.daily_visitors?.days ?? [];
    const one = { days: day ? [day] : [], not_judged: [] };
    expect(renderReport({ ...report, daily_visitors: one }, paintFor(false))).toContain(
      '\n  2026-10-05: 400,000 people, 1,002 undecided, 0 automation. ',
    );
    const nobody = { days: [], not_judged: [] };
    expect(renderReport({ ...report, daily_visitors: nobody }, paintFor(false))).not.toContain(
      'Visitors a day',
    );
  });

  it('says why all visits of browsers are shown as those of people', () => {
    const summary = { ...report.summary, ...UNJUDGED, not_judged_visits: 834_521 };
    const series = [{ date: '2026-10-05', ...VISITS, ...UNJUDGED, not_judged_visits: 700_000 }];
    const text = renderReport({ ...report, summary, series }, paintFor(false));
    expect(text).toMatch(/\n {2}People +834,521 /);
    expect(text).toContain('These are all visits of browsers: no visitor is judged');
    expect(text).toMatch(/day +people +bots +AI bots +█ people ▒ bots\n {2}2026-10-05 +700,000 /);
    expect(text).not.toMatch(/Undecided|Not judged|unclear/);
    const empty = { ...summary, ...NONE };
    expect(renderReport({ ...report, summary: empty }, paintFor(false))).not.toContain(
      'no visitor is judged',
    );
  });

  it.each([
    ['by host', UNKNOWN],
    ['of a log', UNTOLD],
  ])('speaks of browsers where visitors cannot be judged: %s', (_, counts) => {
    const series = [{ date: '2026-10-05', ...VISITS, ...counts }];
    const summary = { ...report.summary, ...counts };
    const text = renderReport({ ...report, summary, series } as Report, paintFor(false));
    expect(text).toMatch(/\n {2}Visits of browsers +834,521 /);
    expect(text).toMatch(/day +browsers +bots +AI bots +█ browsers ▒ bots\n/);
    expect(text).not.toMatch(/^ {2}People|Undecided|docs\/people/m);
  });

  it('lets nobody control the terminal, and has colours only where they are wanted', () => {
    expect(renderReport(report, paintFor(false))).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/,
    );
    const painted = renderReport(report, paintFor(true));
    expect(painted).toContain('\u001b[35m');
    expect(painted.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderReport(report, paintFor(false)));
  });

  it('says so when there is nothing', () => {
    const summary = { ...report.summary, ...NONE, ai_referred_visits: 0 };
    const empty = { ...report, summary, bots: [], pages: [], series: [], referrals: [] };
    expect(renderReport(empty, paintFor(false)).match(/^ {2}none$/gm)).toHaveLength(6);
  });

  it('marks bots that only name themselves', () => {
    const named = {
      name: 'Zorglub-Monitoring-Service',
      provider: 'zorglub.dev',
      visits: 9,
      ...SMALL,
    };
    const bots = [{ ...named, verification: null, declared: true }, ...report.bots.slice(0, 2)];
    const lines = renderReport({ ...report, bots }, paintFor(false)).split('\n');
    expect(lines.find((line) => line.includes(' * '))).toMatch(
      /^ {2}Zorglub-Monitoring-Se… \* +zorglub\.dev /,
    );
    const top = lines.indexOf('Top bots');
    expect(lines.slice(top, lines.indexOf('', top)).at(-1)).toBe(
      '  * The bot gives itself this name. It is not known, and nobody checked it.',
    );
    expect(renderReport(report, paintFor(false))).not.toContain('*');
  });

  it('names the host or the country that it is limited to, and what is not counted by it', () => {
    const { domain, summary, bots, interval, series } = report;
    const counted = { domain, summary, bots, interval, series } as Report;
    const of = (limit: Pick<Report, 'host' | 'country'>) =>
      renderReport({ ...counted, ...limit }, paintFor(false));
    const text = of({ host: 'www.shop.example' });
    expect(text).toMatch(/^shop\.example, host www\.shop\.example: visits from 2026-10-05 to /);
    expect(text).toMatch(
      /\n\nPages, .* and people sent by AI assistants are not counted by host\.$/,
    );
    expect(text).not.toMatch(/Top pages|Spoofed visits by claimed|^People sent/m);
    expect(of({ country: 'DE' })).toMatch(/^shop\.example, country DE: visits [^]* by country\.$/);
    expect(renderReport(report, paintFor(false))).not.toContain('not counted by');
  });

  it('has the hosts and the countries, where they are known', () => {
    const counts = { ...NONE, total_visits: 3, human_visits: 3, error_visits: 1 };
    const hosts = [{ host: 'my-shop.example', website: null, ...counts }];
    const countries = [{ country: 'DE', ...counts }];
    const text = renderReport({ ...report, website: 'ws_1', hosts, countries }, paintFor(false));
    expect(text).toMatch(/\n\nTop hosts\n.*\n {2}my-shop\.example [^]*\n\nCountries\n.*\n {2}DE /);
    const unknown = renderReport({ ...report, hosts: null, countries: null }, paintFor(false));
    expect(unknown).toBe(renderReport(report, paintFor(false)));
  });

  it('has no people in lists of which nobody is judged', () => {
    const unjudged = report.pages!.map((page) => ({ ...page, ...UNJUDGED }));
    const text = renderReport({ ...report, pages: unjudged }, paintFor(false));
    expect(text).toMatch(/\n {2}path +bots +browsers +bots’ share +errors\n/);
    expect(renderReport(report, paintFor(false))).toMatch(/\n {2}path +bots +people +browsers /);
  });

  it('says from when on lists do not tell people', () => {
    const until = '2026-10-05T07:00:00.000Z';
    const text = renderReport({ ...report, people_known_until: until }, paintFor(false));
    expect(text.split('\n\n').at(-1)).toMatch(
      /^From 2026-10-05 07:00 UTC to the end of that day, lists/,
    );
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(96);
    const all = renderReport({ ...report, people_known_until: null }, paintFor(false));
    expect(all).toBe(renderReport(report, paintFor(false)));
  });

  it('shows the last points of a long series', () => {
    const series = Array.from({ length: 100 }, () => report.series![0]!);
    expect(renderReport({ ...report, series }, paintFor(false))).toContain(
      'Visits by day (the last 62 of 100)',
    );
  });
});

describe('table', () => {
  it('aligns printable text, and marks missing values', () => {
    const columns = [{ title: 'NAME' }, { title: 'N', align: 'right' as const }, { title: 'END' }];
    const rows = [
      ['a\u009b2J', 7, null],
      ['long name', 1_000, 'x\u202e'],
    ];
    expect(table(columns, rows)).toBe(
      ['NAME          N  END', 'a\ufffd2J          7  -', 'long name  1000  x\ufffd'].join('\n'),
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

  it('cuts in the middle', () => {
    expect(cutMiddle('/abcdefgh', 5)).toBe('/a…gh');
    expect(cutMiddle('/abc', 5)).toBe('/abc');
  });

  it('makes text printable, and keeps line feeds where there are lines', () => {
    const hostile = 'a\u001b[2J\u009b\u202e\nb';
    expect(printable(hostile)).toBe('a\ufffd[2J\ufffd\ufffd\ufffdb');
    expect(printableLines(hostile)).toBe('a\ufffd[2J\ufffd\ufffd\nb');
  });

  it('makes JSON printable without losing anything', () => {
    const value = { text: 'a\u001b\u007f\u009b\u202e\u2066\nb', more: [1] };
    for (const indent of [undefined, 2]) {
      const json = printableJson(value, indent);
      expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2066]/);
      expect(JSON.parse(json)).toEqual(value);
    }
  });
});
