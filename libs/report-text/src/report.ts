import { isAiCategory } from '@app/contracts';
import { countriesPart, hostsPart } from './dimension-parts.js';
import { peopleOfList } from './judged.js';
import type { Paint } from './paint.js';
import { cutNote, INDENT, part, roomBeside, WIDEST } from './part.js';
import type { Report } from './report-data.js';
import { landingsPart, providersPart } from './provider-parts.js';
import { seriesPart } from './series-part.js';
import type { Column } from './table.js';
import { bar, count, cutEnd, cutMiddle, percent, wrapped } from './text.js';
import { checkedOf, totalsPart } from './totals-part.js';
import { visitorsPart } from './visitors-part.js';

/** Names of bots have the room that the other columns leave, up to this. */
const LONGEST_BOT = 24;
const LONGEST_PATH = 50;
const BAR = 20;
const MOST_BOTS = 15;
const MOST_SPOOFED = 10;
const BOTS_A_CATEGORY = 3;

/** Renders a report as tables of at most 96 columns. Missing parts are left out. */
export function renderReport(report: Report, paint: Paint): string {
  return [
    totalsPart(report, paint),
    ...(report.daily_visitors ? visitorsPart(report.daily_visitors, paint) : []),
    categoriesPart(report, paint),
    topBotsPart(report, paint),
    aiBotsPart(report, paint),
    ...providersPart(report.providers ?? [], paint),
    ...(report.spoofed && checkedOf(report.summary) > 0
      ? [spoofedPart(report.spoofed, paint)]
      : []),
    ...(report.pages ? [pagesPart(report.pages, paint)] : []),
    ...hostsPart(report.hosts ?? [], report.website ?? '', paint),
    ...countriesPart(report.countries ?? [], report.summary.total_visits, paint),
    ...(report.referrals ? [referralsPart(report, report.referrals, paint)] : []),
    ...landingsPart(report.landings ?? [], paint),
    ...(report.series ? [seriesPart(report.series, report.interval ?? 'day', paint)] : []),
    ...uncountedPart(report, paint),
    ...untoldPart(report, paint),
  ].join('\n\n');
}

/** Says which parts are missing because their visits are not counted by host and country. */
function uncountedPart({ host, country }: Report, paint: Paint): string[] {
  if (host === undefined && country === undefined) return [];
  const by = host === undefined ? 'country' : 'host';
  return [
    paint.dim(
      `Pages, AI operators, spoofed visits by network, and people sent by AI assistants are not counted by ${by}.`,
    ),
  ];
}

/** Says from when on lists do not tell people. */
function untoldPart({ people_known_until: until }: Report, paint: Paint): string[] {
  if (!until) return [];
  const from = until.slice(0, 16).replace('T', ' ');
  const text = `From ${from} UTC to the end of that day, lists do not tell people from other visitors with a browser: the day had more than 2,000,000 visits of browsers. Totals tell them.`;
  return [paint.dim(wrapped(text, WIDEST).join('\n'))];
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

const colourOf = (category: string, paint: Paint) =>
  isAiCategory(category) ? paint.ai : paint.bot;

function topBotsPart({ bots, summary }: Report, paint: Paint): string {
  const shown = bots.slice(0, MOST_BOTS);
  const title = `Top bots${cutNote(shown.length, bots.length)}`;
  return botsPart(title, shown, summary.bot_visits, paint);
}

/** Lists every AI bot, even those that are far from the top. */
function aiBotsPart({ bots, summary }: Report, paint: Paint): string {
  const aiBots = bots.filter(({ category }) => isAiCategory(category));
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
  const people = peopleOfList(pages, paint);
  const columns: Column[] = [
    { title: 'bots', align: 'right', paint: paint.bot },
    ...people.columns,
    { title: 'browsers', align: 'right', paint: paint.human },
    { title: 'bots’ share', align: 'right' },
    { title: 'errors', align: 'right' },
  ];
  const cells = pages.map((page) => [
    count(page.bot_visits),
    ...people.cellsOf(page),
    count(page.human_visits),
    percent(page.bot_visits, page.bot_visits + page.human_visits),
    page.error_visits === null ? null : count(page.error_visits),
  ]);
  const room = Math.min(LONGEST_PATH, roomBeside(columns, cells));
  const rows = pages.map(({ path }, at) => [cutMiddle(path, room), ...(cells[at] ?? [])]);
  return part('Top pages by bot visits', rows, paint, [{ title: 'path' }, ...columns]);
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
  const people = peopleOfList(referrals, paint);
  const rows = referrals.map((row) => [
    row.source,
    ...people.cellsOf(row),
    count(row.visits),
    bar(row.visits, most, BAR),
  ]);
  return part(title, rows, paint, [
    { title: 'assistant' },
    ...people.columns,
    { title: 'visits', align: 'right' },
    { title: '', paint: paint.human },
  ]);
}
