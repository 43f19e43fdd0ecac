import { type Paint, pagesPart, part, type Totals } from './report.js';
import { bar, count, cutEnd, percent, printable } from './text.js';

/** What a person wants to know about a website, field names as on the wire. */
export interface WebsiteReport extends Totals {
  domain: string;
  summary: Totals['summary'] & {
    ai_referred_visits: number;
    /** Relative to as many days before; null where there was none. */
    change?: { total_visits: number | null; bot_visits: number | null } & Record<string, unknown>;
  };
  series: { date: string; total_visits: number; bot_visits: number; ai_bot_visits: number }[];
  referrals: { source: string; visits: number }[];
}

const SPLIT_WIDTH = 60;
const BOTS_A_CATEGORY = 3;
const STEPS = '▁▂▃▄▅▆▇█';
/** More points than this are joined, so that a line fits a terminal. */
const SPARKS = 72;

/** The report of a website as text, at most 96 columns wide. */
export function renderWebsite(report: WebsiteReport, paint: Paint): string {
  return [
    totalsPart(report, paint),
    daysPart(report, paint),
    categoriesPart(report, paint),
    pagesPart(report, paint),
    referralsPart(report, paint),
  ].join('\n\n');
}

function totalsPart({ domain, summary }: WebsiteReport, paint: Paint): string {
  const { total_visits: total, period, change } = summary;
  const otherBots = summary.bot_visits - summary.ai_bot_visits;
  const parts: [string, number, (text: string) => string, string][] = [
    ['people', summary.human_visits, paint.human, '█'],
    ['bots', otherBots, paint.bot, '▒'],
    ['AI bots', summary.ai_bot_visits, paint.ai, '▓'],
  ];
  const split = parts.map(([, visits, colour, character]) =>
    colour(character.repeat(total === 0 ? 0 : Math.round((visits / total) * SPLIT_WIDTH))),
  );
  const legend = parts.map(
    ([name, visits, colour, character]) =>
      `${colour(character)} ${name} ${count(visits)} (${percent(visits, total)})`,
  );
  return [
    paint.title(`${printable(domain)}, ${period.start} to ${period.end} (UTC)`),
    `  ${count(total)} visits${changeText(change?.total_visits)}, ${count(summary.ai_referred_visits)} of them people sent by AI assistants`,
    ...(total === 0 ? [] : [`  ${split.join('')}`, `  ${legend.join('   ')}`]),
  ].join('\n');
}

function changeText(change: number | null | undefined): string {
  if (change === undefined || change === null) return '';
  const sign = change > 0 ? '+' : '';
  return ` (${sign}${(change * 100).toFixed(1)} % against as many days before)`;
}

function daysPart({ series }: WebsiteReport, paint: Paint): string {
  const line = (name: string, values: number[], colour: (text: string) => string) =>
    `  ${name.padEnd(8)}  ${colour(sparkline(values))}  most ${count(Math.max(0, ...values))}`;
  return [
    paint.title('Visits by day'),
    line(
      'people',
      series.map((point) => point.total_visits - point.bot_visits),
      paint.human,
    ),
    line(
      'bots',
      series.map((point) => point.bot_visits - point.ai_bot_visits),
      paint.bot,
    ),
    line(
      'AI bots',
      series.map((point) => point.ai_bot_visits),
      paint.ai,
    ),
  ].join('\n');
}

/** A character a value, the most of them full height; of many values the greatest of each group. */
export function sparkline(values: number[]): string {
  const size = Math.max(1, Math.ceil(values.length / SPARKS));
  const groups: number[] = [];
  for (let from = 0; from < values.length; from += size)
    groups.push(Math.max(...values.slice(from, from + size)));
  const most = Math.max(0, ...groups);
  return groups
    .map((value) =>
      value <= 0
        ? ' '
        : (STEPS[Math.min(STEPS.length - 1, Math.floor((value / most) * STEPS.length))] ?? ''),
    )
    .join('');
}

function categoriesPart({ bots, summary }: WebsiteReport, paint: Paint): string {
  const categories = new Map<string, WebsiteReport['bots']>();
  for (const bot of bots) {
    const of = categories.get(bot.category);
    if (of) of.push(bot);
    else categories.set(bot.category, [bot]);
  }
  const visitsOf = (of: WebsiteReport['bots']) => of.reduce((sum, bot) => sum + bot.visits, 0);
  const sorted = [...categories].sort(([, a], [, b]) => visitsOf(b) - visitsOf(a));
  const rows = sorted.map(([category, of]) => [
    printable(category),
    count(visitsOf(of)),
    percent(visitsOf(of), summary.bot_visits),
    cutEnd(namesOf(of), 52),
  ]);
  return part('Top bots by category', rows, paint, [
    { title: 'category' },
    { title: 'visits', align: 'right', paint: paint.bot },
    { title: 'share', align: 'right' },
    { title: 'bots' },
  ]);
}

function namesOf(bots: WebsiteReport['bots']): string {
  const named = bots
    .slice(0, BOTS_A_CATEGORY)
    .map(({ name, visits }) => `${printable(name)} ${count(visits)}`);
  const more = bots.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function referralsPart({ referrals }: WebsiteReport, paint: Paint): string {
  const most = Math.max(0, ...referrals.map(({ visits }) => visits));
  const rows = referrals.map(({ source, visits }) => [
    printable(source),
    count(visits),
    paint.human(bar(visits, most, 20)),
  ]);
  return part('People sent by AI assistants', rows, paint, [
    { title: 'assistant' },
    { title: 'visits', align: 'right' },
    { title: '' },
  ]);
}
