import type { Interval } from '@app/contracts';
import { table } from './table.js';
import { bar, count, cutEnd, cutMiddle, percent, printable } from './text.js';

const BAR = 20;
const MOST_BOTS = 15;
/** More rows than this are no picture any more. */
const MOST_POINTS = 62;

/** The reports of one period, field names as on the wire. */
export interface Totals {
  summary: {
    total_visits: number;
    bot_visits: number;
    human_visits: number;
    ai_bot_visits: number;
    period: { start: string; end: string };
  };
  bots: {
    name: string;
    provider: string;
    visits: number;
    pages_visited: number;
    category: string;
  }[];
  pages: { path: string; bot_visits: number; human_visits: number }[];
}

/** With the course over time. */
export interface Reports extends Totals {
  interval: Interval;
  series: { date: string; total_visits: number; bot_visits: number; ai_bot_visits: number }[];
}

/** Paints text; `plain` leaves it alone. */
export interface Paint {
  title: (text: string) => string;
  dim: (text: string) => string;
  human: (text: string) => string;
  bot: (text: string) => string;
  ai: (text: string) => string;
}

const ansi = (code: string) => (text: string) => (text ? `\u001b[${code}m${text}\u001b[0m` : text);
const same = (text: string) => text;

/** Colours for a terminal, or none. */
export function paintFor(colours: boolean): Paint {
  if (!colours) return { title: same, dim: same, human: same, bot: same, ai: same };
  return { title: ansi('1'), dim: ansi('2'), human: ansi('32'), bot: ansi('33'), ai: ansi('35') };
}

/** The reports as tables at most 96 columns wide. */
export function renderReports(reports: Reports, paint: Paint): string {
  return `${renderTotals(reports, paint)}\n\n${seriesPart(reports, paint)}`;
}

/** The same without the course over time. */
export function renderTotals(reports: Totals, paint: Paint): string {
  return [
    summaryPart(reports.summary, paint),
    topBotsPart(reports, paint),
    aiBotsPart(reports, paint),
    pagesPart(reports, paint),
  ].join('\n\n');
}

function summaryPart(summary: Totals['summary'], paint: Paint): string {
  const { total_visits: total, period } = summary;
  const rows: [string, number, (text: string) => string][] = [
    ['People', summary.human_visits, paint.human],
    ['Bots', summary.bot_visits, paint.bot],
    ['  of them AI bots', summary.ai_bot_visits, paint.ai],
  ];
  const lines = rows.map(([name, visits, colour]) => {
    const numbers = `${count(visits).padStart(13)}  ${percent(visits, total).padStart(7)}`;
    return `  ${name.padEnd(20)}${numbers}  ${colour(bar(visits, total, BAR))}`.trimEnd();
  });
  return [
    paint.title(`Visits from ${period.start} to ${period.end} (UTC)`),
    `  ${'All visits'.padEnd(20)}${count(total).padStart(13)}`,
    ...lines,
  ].join('\n');
}

function topBotsPart({ bots, summary }: Totals, paint: Paint): string {
  const shown = bots.slice(0, MOST_BOTS);
  const title =
    bots.length > shown.length ? `Top bots (${shown.length} of ${bots.length})` : 'Top bots';
  return botsPart(title, shown, summary.bot_visits, paint);
}

/** Every AI bot, also those that are far from the top. */
function aiBotsPart({ bots, summary }: Totals, paint: Paint): string {
  const aiBots = bots.filter(({ category }) => category.startsWith('ai_'));
  return botsPart(`AI bots (${aiBots.length})`, aiBots, summary.ai_bot_visits, paint);
}

/** `total`: the visits of which each bot has its share. */
function botsPart(title: string, shown: Totals['bots'], total: number, paint: Paint): string {
  const most = Math.max(0, ...shown.map(({ visits }) => visits));
  const colour = (category: string) => (category.startsWith('ai_') ? paint.ai : paint.bot);
  const rows = shown.map((bot) => [
    cutEnd(printable(bot.name), 21),
    cutEnd(printable(bot.provider), 15),
    cutEnd(printable(bot.category), 16),
    count(bot.visits),
    percent(bot.visits, total),
    count(bot.pages_visited),
    colour(bot.category)(bar(bot.visits, most, 8)),
  ]);
  return part(title, rows, paint, [
    { title: 'bot' },
    { title: 'provider' },
    { title: 'category' },
    { title: 'visits', align: 'right' },
    { title: 'share', align: 'right' },
    { title: 'pages', align: 'right' },
    { title: '' },
  ]);
}

export function pagesPart({ pages }: Pick<Totals, 'pages'>, paint: Paint): string {
  const rows = pages.map((page) => [
    cutMiddle(printable(page.path), 50),
    count(page.bot_visits),
    count(page.human_visits),
    percent(page.bot_visits, page.bot_visits + page.human_visits),
  ]);
  return part('Top pages by bot visits', rows, paint, [
    { title: 'path' },
    { title: 'bots', align: 'right', paint: paint.bot },
    { title: 'people', align: 'right', paint: paint.human },
    { title: 'bots’ share', align: 'right' },
  ]);
}

function seriesPart({ series, interval }: Reports, paint: Paint): string {
  const shown = series.slice(-MOST_POINTS);
  const most = Math.max(0, ...shown.map(({ total_visits }) => total_visits));
  const rows = shown.map((point) => [
    interval === 'hour' ? point.date.slice(0, 16).replace('T', ' ') : point.date,
    count(point.total_visits - point.bot_visits),
    count(point.bot_visits),
    count(point.ai_bot_visits),
    stacked(point, most, paint),
  ]);
  const left = series.length - shown.length;
  const title = `Visits by ${interval}${left > 0 ? ` (the last ${shown.length} of ${series.length})` : ''}`;
  return part(title, rows, paint, [
    { title: interval === 'week' ? 'week from' : interval },
    { title: 'people', align: 'right', paint: paint.human },
    { title: 'bots', align: 'right', paint: paint.bot },
    { title: 'AI bots', align: 'right', paint: paint.ai },
    { title: `${paint.human('█')} people ${paint.bot('▒')} bots` },
  ]);
}

/** People and bots side by side; different characters, so that it reads without colours. */
function stacked(point: Reports['series'][number], most: number, paint: Paint): string {
  if (most === 0) return '';
  const width = Math.round((point.total_visits / most) * 2 * BAR);
  const bots = Math.round((point.bot_visits / most) * 2 * BAR);
  return paint.human('█'.repeat(Math.max(0, width - bots))) + paint.bot('▒'.repeat(bots));
}

export function part(
  title: string,
  rows: string[][],
  paint: Paint,
  columns: Parameters<typeof table>[0],
): string {
  const body = rows.length > 0 ? table(columns, rows, paint.dim) : '  none';
  return `${paint.title(title)}\n${body}`;
}
