// Differences that were made on purpose, and that no others hide behind.
import type { Difference } from './differences.js';

/** A difference that a change made on purpose. */
export interface ExpectedDifference {
  /** The routes, tools and commands whose answers have it. */
  routes: RegExp;
  /** The places in these answers, with `[]` for any index. */
  paths: RegExp;
  /** `added`: only AFTER has a value. `changed`: both have one, or only BEFORE. */
  kind: 'added' | 'changed';
  /** What each value must have in it; without it, any value. */
  values?: RegExp;
  /** True when it is in what is stored: AFTER with the backup of BEFORE does not have it. */
  inStored?: true;
  /** The commit that made it, or the document that says so. */
  source: string;
  reason: string;
}

const TOOLS = 'docs/decisions/0033-assistants.md';
const COMPARED = 'docs/decisions/0044-fair-comparisons.md';

/** A feed of a website, or a number of one. In CSV it is a row. */
const FEEDS =
  /^(body\.data|printed)\.feeds\[\]($|\.last_(24_hours|30_days)\.(deliveries|records|entries)$)|^body\[\](\.(deliveries|records|entries))?$/;

const PEOPLE = /\.(people|undecided|automation|not_judged)_visits$/;

/** Differences that were made on purpose after f0ed1fcf. */
const SINCE_F0ED1FCF: readonly ExpectedDifference[] = [
  {
    ...{
      routes: /^(listFeeds|command feeds)$/,
      paths: /\.(without_(address|host|country|fetch_headers|referer)|static_files)$/,
      kind: 'added',
    },
    ...{ source: 'docs/feeds/README.md', reason: 'Feeds tell what their entries have.' },
  },
  {
    routes: /^(get(Account)?Summary|getTimeSeries|get_summary|get_series|command report)$/,
    ...{ paths: PEOPLE, kind: 'added', source: 'docs/decisions/0050' },
    reason: 'Reports say what is known of the visitors.',
  },
  {
    ...{ routes: /^listKnownBots$/, paths: /^body(\.data\.bots)?\[\]$/, kind: 'added' },
    ...{ values: /undeclared_automation/, source: 'docs/decisions/0050' },
    reason: 'Undeclared automation is a row of the registry.',
  },
  {
    ...{ routes: /^(OpenAPI document|list of tools)$/, kind: 'added' },
    ...{ paths: /\?(category|disallow)=undeclared_automation$/, source: 'docs/decisions/0050' },
    reason: 'Undeclared automation is a category of bots.',
  },
  {
    ...{ routes: /^(OpenAPI document|list of tools)$/, kind: 'added' },
    ...{ paths: /^(\/api\/v1\/websites\/\{id\}\/|get_)visitors$/, source: 'docs/decisions/0050' },
    reason: 'Visitors have a report.',
  },
  {
    ...{ routes: /^command report$/, kind: 'added', source: 'docs/decisions/0050' },
    paths: /^printed\.(daily_visitors|Visitors a day \(UTC\))$/,
    reason: 'It counts visitors by day.',
  },
  {
    ...{ routes: /^command report$/, paths: /^printed\..+: visits from .+\[\]$/, kind: 'added' },
    ...{
      values: /These are all visits of browsers|not tell enough/,
      source: 'docs/decisions/0050',
    },
    reason: 'It says when nobody is judged.',
  },
  {
    ...{ routes: /^command report$/, kind: 'changed', source: 'docs/decisions/0050' },
    paths: /^printed\.(Top pages by bot visits|Top hosts|Countries)\[\]$/,
    reason: 'Lists of all visits of browsers call them so, which moves their columns.',
  },
  {
    routes:
      /^(list(Pages|Hosts|AccountHosts|Countries|Referrals|Clients)|list_(pages|hosts|countries|referrals|clients)|command report)$/,
    ...{ paths: PEOPLE, kind: 'added', source: 'docs/decisions/0055' },
    reason: 'Lists say what is known of the visitors.',
  },
  {
    routes:
      /^(list(Pages|Hosts|AccountHosts|Countries|Referrals|Clients)|list_(pages|hosts|countries|referrals|clients)|command report)$/,
    ...{ paths: /\.people_known_until$/, kind: 'added', source: 'docs/decisions/0055' },
    reason: 'Lists say from when on they do not tell people.',
  },
  {
    ...{ routes: /^(OpenAPI document|list of tools)$/, kind: 'added' },
    paths:
      /^(\/api\/v1\/websites\/\{id\}\/automation|list_automation)$|\?sort=-?(people|undecided|automation|not_judged)_visits$/,
    ...{ source: 'docs/decisions/0055', reason: 'Why is a report, and lists have more orders.' },
  },
  {
    ...{ routes: /^(listFindings|list_findings)$/, paths: /\.(of_)?group$/, kind: 'added' },
    ...{ source: 'docs/decisions/0055', reason: 'A finding may be about a group of visitors.' },
  },
  {
    routes: /^(get(Account)?Summary|get_summary|command report)$/,
    ...{
      paths: /\.((ai_|scanner_)?error|scanner)_visits$/,
      kind: 'added',
      source: 'docs/reports.md',
    },
    reason: 'Summaries count errors and scanners.',
  },
  {
    routes: /^(getSummary|get_summary|command report)$/,
    paths: /\.status_codes\[\]\.(ai_bot|scanner)_visits$/,
    ...{ kind: 'added', source: 'docs/decisions/0057' },
    reason: 'Status codes tell who got them.',
  },
  {
    ...{ routes: /^getAccountSummary$/, paths: /\.(open_events|last_delivery)$/, kind: 'added' },
    ...{ source: 'docs/reports.md', reason: 'A website says how it stands.' },
  },
  {
    ...{ routes: /^(OpenAPI document|list of tools)$/, kind: 'added' },
    paths:
      /^\/api\/v1\/websites\/\{id\}\/(live|export)$|^(list\w+)\?compare$|^(listPages|list_pages)\?only$/,
    ...{ source: 'docs/decisions/0057', reason: 'There are new routes and parameters.' },
  },
  ...(['added', 'changed'] as const).map((kind) => ({
    ...{ routes: /^(getCoverage|get_coverage)$/, paths: /./, kind, source: 'docs/decisions/0057' },
    reason: 'Feeds and files of programs are no pages that people visited.',
  })),
  {
    ...{ routes: /^(OpenAPI document|list of tools)$/, kind: 'added' },
    paths: /^(\/api\/v1\/websites\/\{id\}\/(providers|landings)|list_(providers|landing_pages))$/,
    ...{ source: 'docs/decisions/0056', reason: 'Operators and landing pages have reports.' },
  },
  {
    ...{ routes: /^(listReferrals|list_referrals|command report)$/, kind: 'added' },
    ...{ paths: /\.provider$/, source: 'docs/decisions/0056' },
    reason: 'An assistant has its operator.',
  },
  ...(['added', 'changed'] as const).map((kind) => ({
    ...{ routes: /^command report$/, kind, source: 'docs/decisions/0056' },
    paths: /^printed\.(providers|landings|AI operators|Pages in answers|Pages, )/,
    reason: 'It has operators and landing pages, and says that they are not counted by host.',
  })),
];

/** Differences that were made on purpose after 51573176. */
const SINCE_51573176: readonly ExpectedDifference[] = [
  ...SINCE_F0ED1FCF,
  ...(['added', 'changed'] as const).map((kind) => ({
    ...{ routes: /^(listFeeds|command feeds)$/, paths: FEEDS, kind, inStored: true as const },
    ...{ source: 'docs/feeds/README.md', reason: 'A delivery counts at the websites that got it.' },
  })),
  {
    ...{ routes: /^command feeds$/, paths: /^printed\.unknown_hosts$/, kind: 'added' },
    ...{ source: 'docs/decisions/0048', reason: 'Hosts that are no website are listed.' },
  },
  {
    ...{ routes: /^OpenAPI document$/, kind: 'added', source: 'docs/decisions/0048' },
    paths:
      /^(\/api\/v1\/(hosts|websites\/\{id\}\/(hosts|countries))|(getSummary|listBots|getTimeSeries)\?(host|country|status))$/,
    reason: 'Hosts and countries have routes, and other reports take them as filters.',
  },
  {
    ...{ routes: /^list of tools$/, kind: 'added', source: 'docs/decisions/0048' },
    paths: /^list_(hosts|countries)$|^(get_summary|list_bots|get_series)\?(host|country)$/,
    reason: 'Assistants can ask for hosts and countries.',
  },
  {
    ...{ routes: /^command report$/, kind: 'added', source: 'docs/decisions/0048' },
    paths: /^printed\.(website|hosts|countries|Top hosts|Countries)$/,
    reason: 'It has hosts and countries, and says which website it is.',
  },
];

/** Differences that were made on purpose after 44c3ce81. */
const SINCE_44C3CE81: readonly ExpectedDifference[] = [
  ...SINCE_51573176,
  {
    ...{ routes: /^(listVisits|command export)$/, paths: /\[\]\.country$/, kind: 'added' },
    ...{ values: /^(null|""|"[A-Z]{2}")$/, source: 'docs/decisions/0046' },
    reason: 'A visit has the country that its sender knows.',
  },
  ...(['added', 'changed'] as const).map((kind) => ({
    ...{ routes: /^getFeedSetup$/, paths: /^body\.data\.senders\[\]\.parts\[\]/, kind },
    ...{ source: 'docs/feeds/README.md', reason: 'Senders are asked for more fields.' },
  })),
];

/** Differences that were made on purpose after a08cfaad. */
const SINCE_A08CFAAD: readonly ExpectedDifference[] = [
  ...SINCE_44C3CE81,
  {
    routes: /^list(Shares|Alerts|Webhooks|Sessions)$/,
    ...{ paths: /^body\.data\.next_cursor$/, kind: 'added', values: /^null$/ },
    ...{ source: 'docs/account.md', reason: 'These lists come in pages, too.' },
  },
  {
    routes: /^getFeedSetup$/,
    ...{ paths: /^body\.data\.senders\[\]\.parts\[\]\.text\[\]$/, kind: 'changed' },
    ...{ values: /^" +(Port +|port: |tls +|ssl: )/, source: 'docs/decisions/0025' },
    reason: 'Senders that take an address in parts get the own port and TLS.',
  },
  {
    ...{ routes: /^getFeedSetup$/, paths: /^body\.data\.remarks\[\]$/, kind: 'changed' },
    ...{ values: /PUBLIC_URL|^"What follows is written/, source: 'docs/decisions/0025' },
    reason: 'The remarks tell what the address is, and nothing is to be corrected by hand.',
  },
  {
    routes: /^get(Account)?Summary$|^listReferrals$|^(get_summary|list_referrals)$/,
    ...{ paths: /\.referers_logged$/, kind: 'added', source: 'e7f0cb7b' },
    reason: 'They say whether it is known whom an assistant sent.',
  },
  {
    ...{ routes: /^get(Account)?Summary$|^get_summary$/, paths: /\.compared$/, kind: 'added' },
    ...{ source: COMPARED, reason: 'A comparison says what it compares.' },
  },
  {
    routes: /^get(Account)?Summary$|^get_summary$/,
    ...{ paths: /\.(previous|change)\.\w+$/, kind: 'changed', source: COMPARED },
    reason: 'Of a period that is not over, only the same hours before are compared.',
  },
  {
    ...{ routes: /^getFeedSetup$/, paths: /\.refusals\.REQUEST_TIMEOUT$/, kind: 'changed' },
    ...{ source: 'docs/errors.md', reason: 'Small bodies have 30 s at any pace.' },
  },
  {
    ...{ routes: /^list of tools$/, paths: /^(get|list)_/, kind: 'added', source: TOOLS },
    reason: 'There are more tools, and they take more parameters of the API.',
  },
  {
    ...{ routes: /^list of tools$/, paths: /^get_summary\?compare=(true|false)$/ },
    ...{ kind: 'changed', source: TOOLS, reason: 'It has the values of the API.' },
  },
  {
    ...{ routes: /^get_summary$/, paths: /^(isError|content)$/, kind: 'changed', source: TOOLS },
    reason: 'It refuses compare=true and compare=false.',
  },
  {
    ...{ routes: /^(get|list)_/, kind: 'added', source: TOOLS },
    paths: /^content\.(now|period|rows|period\.includes_today)$/,
    reason: 'Each answer has its time, its days, and whether its list is cut.',
  },
  {
    ...{ routes: /^list_bots$/, paths: /\[\]\.unverifiable_visits$/, kind: 'added' },
    ...{ source: TOOLS, reason: 'It tells whether the bots are real.' },
  },
  {
    ...{ routes: /^get_robots$/, kind: 'changed', source: TOOLS },
    paths: /\.samples\[\](\.(path|rule|line|text_from))?$/,
    reason: 'A bot has two samples beside others.',
  },
  {
    ...{ routes: /^get_series$/, paths: /^content\.(totals|columns|steps)$/, kind: 'added' },
    ...{ source: TOOLS, reason: 'Its steps are rows.' },
  },
  {
    ...{ routes: /^get_series$/, kind: 'changed', source: TOOLS },
    paths: /^(isError|content|content\.(dates|(human|bot|ai_bot)_visits))$/,
    reason: 'Its steps are rows, and it refuses more than 200 of them.',
  },
  {
    ...{
      routes: /^command report$/,
      paths: /^printed\.[^.]*\[\]$/,
      kind: 'changed',
      source: COMPARED,
    },
    reason: 'It says what is compared, and what is first and last in the period.',
  },
  {
    ...{ routes: /^command report$/, kind: 'changed', source: COMPARED },
    paths: /^printed\.summary\.(previous|change)\.\w+$/,
    reason: 'Of a period that is not over, only the same hours before are compared.',
  },
  {
    ...{ routes: /^command report$/, kind: 'added', source: COMPARED },
    paths: /^printed\.summary\.(compared|referers_logged)$/,
    reason: 'It says what is compared, and whether it is known whom an assistant sent.',
  },
  {
    ...{ routes: /^OpenAPI document$/, kind: 'added', source: 'docs/clients.md' },
    paths: /^(getTimeSeries\?compare|list(Shares|Alerts|Webhooks|Sessions)\?(limit|cursor))$/,
    reason: 'A series is compared, and these lists come in pages.',
  },
];

/** Differences that were made on purpose since a commit, which `--since` names. */
export const EXPECTED_DIFFERENCES: Readonly<Record<string, readonly ExpectedDifference[]>> = {
  '4f84dd5a': [
    {
      ...{ routes: /^getAccount$|^command accounts$/, paths: /\.max_websites$/, kind: 'added' },
      ...{ source: 'dccdab63', reason: 'A plan has a number of websites.' },
    },
    {
      routes: /^getAccount$|^command accounts$/,
      ...{ paths: /(\.limits|\[\])\.fetch_seconds_per_day$/, kind: 'added' },
      ...{ source: '7239ab15', reason: 'A plan has a time for fetches.' },
    },
    {
      ...{ routes: /^getAccount$/, paths: /^body\.data\.usage\.day$/, kind: 'added' },
      ...{ source: '7239ab15', reason: 'The account tells how long fetches took today.' },
    },
    {
      ...{ routes: /^getCoverage$/, paths: /^body\.data\.left_out$/, kind: 'added' },
      ...{ source: 'dccdab63', reason: 'Coverage tells what a sitemap has beyond its bounds.' },
    },
    {
      ...{ routes: /^getSitemap$/, paths: /^body\.data\.left_out\.files$/, kind: 'added' },
      ...{ source: '17811e78', reason: 'Files of a sitemap that were not read are counted.' },
    },
    {
      routes: /^getRobots$|^get_robots$/,
      ...{ paths: /(^content|^body\.data)\.limits_reached$/, kind: 'added', values: /^\[\]$/ },
      ...{ source: 'ae366eb7', reason: 'The report tells which limits of its work it reached.' },
    },
    {
      routes: /^getRobots$|^get_robots$/,
      ...{ paths: /\[\]\.beyond_limit_visits$/, kind: 'added' },
      ...{ source: 'ae366eb7', reason: 'Visits that a limit kept from being judged are counted.' },
    },
    {
      ...{ routes: /^listRobotsTexts$/, paths: /^body\.data\.left_out$/, kind: 'added' },
      ...{ source: 'ae366eb7', reason: 'What of a robots.txt is not read is told.' },
    },
    {
      ...{ routes: /^listKnownBots$/, paths: /^body(\.data\.bots)?\[\]$/, kind: 'added' },
      ...{ values: /"name":"Make"/, source: '1dc115ed' },
      reason: 'The registry has the row Make, because the name Make is a product of its own.',
    },
    {
      routes: /^getFeedSetup$/,
      ...{ paths: /^body\.data\.refusals\.MISDIRECTED_REQUEST$/, kind: 'added' },
      ...{ source: '7ee11b51', reason: 'Other names than those of the service are refused.' },
    },
    {
      ...{ routes: /^generateRobots$/, paths: /^body\.data\.text\[\]$/, kind: 'added' },
      values: /^"User-agent: (Make|Google-Trust-Services|Podchaser-Parser|Cloudflare-Custom-)/,
      ...{ source: '1dc115ed', reason: 'Products that are spelled in two ways have two tokens.' },
    },
    {
      ...{ routes: /^generateRobots$/, paths: /^body\.data\.bots$/, kind: 'changed' },
      ...{ source: '1dc115ed', reason: 'The number of tokens in the text.' },
    },
    ...SINCE_A08CFAAD,
  ],
  a08cfaad: SINCE_A08CFAAD,
  '44c3ce81': SINCE_44C3CE81,
  f0ed1fcf: SINCE_F0ED1FCF,
  '51573176': SINCE_51573176,
};

/** What a restored build does not have, because no backup has it. */
export const NOT_IN_BACKUPS: readonly ExpectedDifference[] = [
  {
    routes: /^listWebhookDeliveries$/,
    ...{ paths: /^(body(\.data\.deliveries)?\[\]|pages|isCut)$/, kind: 'changed' },
    ...{ source: 'docs/operations.md', reason: 'A copy must not tell receivers again.' },
  },
];

/** Separates expected differences from others, and counts them. */
export class Expectations {
  private readonly counts = new Map<ExpectedDifference, number>();

  constructor(private readonly expected: readonly ExpectedDifference[]) {}

  /** Notes that a route was compared, and returns the differences that nobody expected. */
  unexpected(route: string, differences: readonly Difference[]): Difference[] {
    const rows = this.expected.filter(({ routes }) => routes.test(route));
    for (const row of rows) if (!this.counts.has(row)) this.counts.set(row, 0);
    return differences.filter((difference) => {
      const row = rows.find((one) => isOf(one, difference));
      if (row) this.counts.set(row, (this.counts.get(row) ?? 0) + 1);
      return !row;
    });
  }

  /** Expected differences of the compared routes, with the number of places in which they occurred. */
  get found(): [ExpectedDifference, number][] {
    return [...this.counts];
  }
}

function isOf(
  { paths, kind, values = /^/ }: ExpectedDifference,
  { path, before, after }: Difference,
): boolean {
  return (
    (before === undefined ? 'added' : 'changed') === kind &&
    paths.test(path.replaceAll(/\[\d+\]/g, '[]')) &&
    [before, after].every((value) => value === undefined || values.test(JSON.stringify(value)))
  );
}
