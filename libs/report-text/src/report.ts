import type { ComparedTime, Interval, VerificationCounts, VerificationWord } from '@app/contracts';
import { type CountryRow, countriesPart, type HostRow, hostsPart } from './dimension-parts.js';
import type { Paint } from './paint.js';
import { cutNote, INDENT, part, roomBeside } from './part.js';
import type { Column } from './table.js';
import { bar, count, cutEnd, cutMiddle, percent, printable } from './text.js';

/** Names of bots have the room that the other columns leave, up to this. */
const LONGEST_BOT = 24;
const BAR = 20;
const MOST_BOTS = 15;
const MOST_SPOOFED = 10;
const BOTS_A_CATEGORY = 3;
/** With more rows than this, a chart is no longer readable. */
const MOST_POINTS = 62;

/** Everything about the visits of some days, with the field names of the API. */
export interface Report {
  /** The website. It is left out when the visits come from a log. */
  domain?: string;
  /** Its id, `ws_…`. */
  website?: string;
  /** The host or the country that the visits are limited to. */
  host?: string;
  country?: string;
  summary: VerificationCounts & {
    total_visits: number;
    bot_visits: number;
    human_visits: number;
    ai_bot_visits: number;
    ai_referred_visits?: number | null;
    /** Calendar days, both inclusive. */
    period: { start: string; end: string };
    /** False when the logs have no referers: then nobody knows who was sent by an assistant. */
    referers_logged?: boolean;
    /** What of these days is compared with as many days before. */
    compared?: Pick<ComparedTime, 'unit' | 'until'>;
    /** The change relative to these days before; null when there were no visits. */
    change?: { total_visits: number | null } & Record<string, unknown>;
  };
  bots: {
    name: string;
    provider: string;
    visits: number;
    /** Null where pages are not counted. */
    pages_visited: number | null;
    category: string;
    verification: VerificationWord | null;
    /** Whether only the bot itself says so. */
    declared: boolean;
  }[];
  /** Most visits first. Left out when nobody can have looked. */
  spoofed?: {
    name: string;
    network: string | null;
    visits: number;
    pages_visited: number;
    first_seen: string;
    last_seen: string;
  }[];
  /** Left out when they are not counted by what the visits are limited to. */
  pages?: {
    path: string;
    bot_visits: number;
    human_visits: number;
    /** Null while it is not known for all days. */
    error_visits: number | null;
  }[];
  referrals?: { source: string; visits: number }[];
  /** Most visits first. Null when they are not known for these days. */
  hosts?: HostRow[] | null;
  countries?: CountryRow[] | null;
  interval?: Interval;
  series?: { date: string; total_visits: number; bot_visits: number; ai_bot_visits: number }[];
}

/** Renders a report as tables of at most 96 columns. Missing parts are left out. */
export function renderReport(report: Report, paint: Paint): string {
  return [
    totalsPart(report, paint),
    categoriesPart(report, paint),
    topBotsPart(report, paint),
    aiBotsPart(report, paint),
    ...(report.spoofed && checkedOf(report.summary) > 0
      ? [spoofedPart(report.spoofed, paint)]
      : []),
    ...(report.pages ? [pagesPart(report.pages, paint)] : []),
    ...hostsPart(report.hosts ?? [], report.website ?? '', paint),
    ...countriesPart(report.countries ?? [], report.summary.total_visits, paint),
    ...(report.referrals ? [referralsPart(report, report.referrals, paint)] : []),
    ...(report.series ? [seriesPart(report.series, report.interval ?? 'day', paint)] : []),
    ...uncountedPart(report, paint),
  ].join('\n\n');
}

function totalsPart({ domain, summary, ...report }: Report, paint: Paint): string {
  const { total_visits: total, period, ai_referred_visits: referred } = summary;
  const rows: [string, number, (text: string) => string][] = [
    ['People', summary.human_visits, paint.human],
    ...(referred === undefined || referred === null || summary.referers_logged === false
      ? []
      : [['  sent by AI assistants', referred, paint.human] satisfies (typeof rows)[number]]),
    ['Bots', summary.bot_visits, paint.bot],
    ['  of them AI bots', summary.ai_bot_visits, paint.ai],
    ...verificationRows(summary).map(
      ([name, visits]) => [`  ${name}`, visits, paint.bot] satisfies (typeof rows)[number],
    ),
  ];
  const numbers = (name: string, visits: number) =>
    `  ${name.padEnd(24)}${count(visits).padStart(13)}`;
  const visits =
    domain === undefined ? 'Visits' : `${printable(domain)}${limitText(report)}: visits`;
  return [
    paint.title(`${visits} from ${period.start} to ${period.end} (UTC)`),
    `${numbers('All visits', total)}${changeText(summary)}`,
    ...rows.map(([name, some, colour]) =>
      `${numbers(name, some)}  ${percent(some, total).padStart(7)}  ${colour(bar(some, total, BAR))}`.trimEnd(),
    ),
  ].join('\n');
}

/** Names what the visits are limited to. */
function limitText({ host, country }: Pick<Report, 'host' | 'country'>): string {
  if (host !== undefined) return `, host ${printable(host)}`;
  return country === undefined ? '' : `, country ${printable(country)}`;
}

/** Says which parts are missing because their visits are not counted by host and country. */
function uncountedPart({ host, country }: Report, paint: Paint): string[] {
  if (host === undefined && country === undefined) return [];
  const by = host === undefined ? 'country' : 'host';
  return [
    paint.dim(
      `Pages, spoofed visits by network, and people sent by AI assistants are not counted by ${by}.`,
    ),
  ];
}

const checkedOf = (counts: VerificationCounts) =>
  counts.verified_visits + counts.spoofed_visits + counts.unverifiable_visits;

/**
 * Returns the visits of bots by what is known of their addresses. What was stored before addresses
 * were checked, or while this was off, is shown as not checked.
 */
function verificationRows(summary: Report['summary']): [string, number][] {
  const checked = checkedOf(summary);
  const unchecked = summary.bot_visits - checked;
  return [
    ...(checked === 0
      ? []
      : ([
          ['verified by address', summary.verified_visits],
          ['spoofed', summary.spoofed_visits],
          ['unverifiable', summary.unverifiable_visits],
        ] satisfies [string, number][])),
    ...(unchecked === 0 ? [] : ([['not checked', unchecked]] satisfies [string, number][])),
  ];
}

function changeText({ change, compared }: Report['summary']): string {
  const of = change?.total_visits;
  if (of === undefined || of === null) return '';
  const percent = `${of > 0 ? '+' : ''}${(of * 100).toFixed(1)} %`;
  const until = compared?.until.slice(0, 16).replace('T', ' ');
  if (compared?.unit === 'hours')
    return `  ${percent} until ${until} UTC, against the same hours before`;
  if (compared?.unit === 'days')
    return `  ${percent} until ${until} UTC, against as many days before`;
  return `  ${percent} against as many days before`;
}

function categoriesPart({ bots, summary }: Report, paint: Paint): string {
  const rows = groupByCategory(bots).map(({ category, of, visits }) => [
    category,
    count(visits),
    percent(visits, summary.bot_visits),
    cutEnd(namesOf(of), 52),
  ]);
  return part('Bots by category', rows, paint, [
    { title: 'category', paint: (cell) => colourOf(cell, paint)(cell) },
    { title: 'visits', align: 'right' },
    { title: 'share', align: 'right' },
    { title: 'bots' },
  ]);
}

/** Groups bots by category, the most visited category first. */
function groupByCategory(bots: Report['bots']) {
  const groups = new Map<string, { category: string; of: Report['bots']; visits: number }>();
  for (const bot of bots) {
    const { category, visits } = bot;
    const group = groups.get(category) ?? { category, of: [], visits: 0 };
    group.of.push(bot);
    group.visits += visits;
    groups.set(category, group);
  }
  return [...groups.values()].sort((a, b) => b.visits - a.visits);
}

function namesOf(bots: Report['bots']): string {
  const named = bots
    .slice(0, BOTS_A_CATEGORY)
    .map(({ name, visits }) => `${name} ${count(visits)}`);
  const more = bots.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const isAi = (category: string): boolean => category.startsWith('ai_');
const colourOf = (category: string, paint: Paint) => (isAi(category) ? paint.ai : paint.bot);

function topBotsPart({ bots, summary }: Report, paint: Paint): string {
  const shown = bots.slice(0, MOST_BOTS);
  const title = `Top bots${cutNote(shown.length, bots.length)}`;
  return botsPart(title, shown, summary.bot_visits, paint);
}

/** Lists every AI bot, even those that are far from the top. */
function aiBotsPart({ bots, summary }: Report, paint: Paint): string {
  const aiBots = bots.filter(({ category }) => isAi(category));
  return botsPart(`AI bots (${aiBots.length})`, aiBots, summary.ai_bot_visits, paint);
}

/** `total` is the number of visits of which each bot has its share. */
function botsPart(title: string, shown: Report['bots'], total: number, paint: Paint): string {
  const columns: Column[] = [
    { title: 'provider' },
    { title: 'category', paint: (cell) => colourOf(cell, paint)(cell) },
    { title: 'visits', align: 'right' },
    { title: 'share', align: 'right' },
    { title: 'pages', align: 'right' },
    { title: 'addresses' },
  ];
  const cells = shown.map((bot) => [
    cutEnd(bot.provider, 12),
    cutEnd(bot.category, 16),
    count(bot.visits),
    percent(bot.visits, total),
    bot.pages_visited === null ? null : count(bot.pages_visited),
    bot.verification,
  ]);
  const room = Math.min(LONGEST_BOT, roomBeside(columns, cells));
  const nameOf = ({ name, declared }: Report['bots'][number]) =>
    declared ? `${cutEnd(name, room - 2)} *` : cutEnd(name, room);
  const rows = shown.map((bot, place) => [nameOf(bot), ...(cells[place] ?? [])]);
  const text = part(title, rows, paint, [{ title: 'bot' }, ...columns]);
  const note = '  * The bot gives itself this name. It is not known, and nobody checked it.';
  return shown.some(({ declared }) => declared) ? `${text}\n${paint.dim(note)}` : text;
}

/** Lists who came under the name of a bot that they are not. */
function spoofedPart(spoofed: NonNullable<Report['spoofed']>, paint: Paint): string {
  const shown = spoofed.slice(0, MOST_SPOOFED);
  const rows = shown.map((row) => [
    cutEnd(row.name, 21),
    row.network,
    count(row.visits),
    count(row.pages_visited),
    row.first_seen.slice(0, 10),
    row.last_seen.slice(0, 16).replace('T', ' '),
  ]);
  const cut = cutNote(shown.length, spoofed.length);
  const title = `Spoofed visits by claimed bot${cut}, with the first and the last of these days`;
  return part(title, rows, paint, [
    { title: 'claimed bot' },
    { title: 'network' },
    { title: 'visits', align: 'right', paint: paint.bot },
    { title: 'pages', align: 'right' },
    { title: 'first visit' },
    { title: 'last visit' },
  ]);
}

function pagesPart(pages: NonNullable<Report['pages']>, paint: Paint): string {
  const rows = pages.map((page) => [
    cutMiddle(page.path, 50),
    count(page.bot_visits),
    count(page.human_visits),
    percent(page.bot_visits, page.bot_visits + page.human_visits),
    page.error_visits === null ? null : count(page.error_visits),
  ]);
  return part('Top pages by bot visits', rows, paint, [
    { title: 'path' },
    { title: 'bots', align: 'right', paint: paint.bot },
    { title: 'people', align: 'right', paint: paint.human },
    { title: 'bots’ share', align: 'right' },
    { title: 'errors', align: 'right' },
  ]);
}

function referralsPart(
  { summary }: Report,
  referrals: NonNullable<Report['referrals']>,
  paint: Paint,
): string {
  const title = 'People sent by AI assistants';
  if (summary.referers_logged === false)
    return `${paint.title(title)}\n${INDENT}not known: the logs have no referers`;
  const most = Math.max(0, ...referrals.map(({ visits }) => visits));
  const rows = referrals.map(({ source, visits }) => [
    source,
    count(visits),
    bar(visits, most, BAR),
  ]);
  return part(title, rows, paint, [
    { title: 'assistant' },
    { title: 'visits', align: 'right' },
    { title: '', paint: paint.human },
  ]);
}

function seriesPart(
  series: NonNullable<Report['series']>,
  interval: Interval,
  paint: Paint,
): string {
  const shown = series.slice(-MOST_POINTS);
  const most = Math.max(0, ...shown.map(({ total_visits }) => total_visits));
  const rows = shown.map((point) => [
    interval === 'hour' ? point.date.slice(0, 16).replace('T', ' ') : point.date,
    count(point.total_visits - point.bot_visits),
    count(point.bot_visits),
    count(point.ai_bot_visits),
    stacked(point, most),
  ]);
  const left = series.length - shown.length;
  const title = `Visits by ${interval}${left > 0 ? ` (the last ${shown.length} of ${series.length})` : ''}`;
  return part(title, rows, paint, [
    { title: interval === 'week' ? 'week from' : interval },
    { title: 'people', align: 'right', paint: paint.human },
    { title: 'bots', align: 'right', paint: paint.bot },
    { title: 'AI bots', align: 'right', paint: paint.ai },
    {
      title: '█ people ▒ bots',
      paint: (cell) => cell.replace(/█+/, paint.human).replace(/▒+/, paint.bot),
    },
  ]);
}

/**
 * Draws people and bots side by side, with different characters, so that it can be read without
 * colours.
 */
function stacked(point: NonNullable<Report['series']>[number], most: number): string {
  if (most === 0) return '';
  const width = Math.round((point.total_visits / most) * 2 * BAR);
  const bots = Math.round((point.bot_visits / most) * 2 * BAR);
  return '█'.repeat(Math.max(0, width - bots)) + '▒'.repeat(bots);
}
