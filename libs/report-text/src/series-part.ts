import type { Interval, PeopleCounts } from '@app/contracts';
import { canBeJudged, isJudged } from './judged.js';
import type { Paint } from './paint.js';
import { part, roomBeside } from './part.js';
import type { Column } from './table.js';
import { count } from './text.js';

const WIDEST_BAR = 40;
/** With more rows than this, a chart is no longer readable. */
const MOST_POINTS = 62;

/** The visits of an hour, a day, a week or a month. */
export interface SeriesRow extends Partial<PeopleCounts> {
  date: string;
  total_visits: number;
  bot_visits: number;
  ai_bot_visits: number;
}

/** What a bar has: people or all visits of browsers, those that are unclear, and bots. */
interface Parts {
  people: number;
  unclear: number;
  bots: number;
}

/** Renders visits over time, people and bots side by side. */
export function seriesPart(series: readonly SeriesRow[], interval: Interval, paint: Paint): string {
  const shown = series.slice(-MOST_POINTS);
  const isSplit = series.some(isJudged);
  const columns = columnsOf(interval, { isSplit, word: wordOf(series) }, paint);
  const cells = shown.map((point) => {
    const { people, unclear, bots } = partsOf(point, isSplit);
    return [
      interval === 'hour' ? point.date.slice(0, 16).replace('T', ' ') : point.date,
      count(people),
      ...(isSplit ? [count(unclear)] : []),
      count(bots),
      count(point.ai_bot_visits),
    ];
  });
  const most = Math.max(0, ...shown.map(({ total_visits }) => total_visits));
  const room = Math.min(WIDEST_BAR, roomBeside(columns.slice(0, -1), cells));
  const left = series.length - shown.length;
  const title = `Visits by ${interval}${left > 0 ? ` (the last ${shown.length} of ${series.length})` : ''}`;
  const rows = shown.map((point, at) => [
    ...(cells[at] ?? []),
    stacked(partsOf(point, isSplit), room / Math.max(1, most)),
  ]);
  const text = part(title, rows, paint, columns);
  return isSplit ? `${text}\n${paint.dim('  Unclear: undecided or not judged.')}` : text;
}

/** Where visitors are not judged, all visits of browsers are one. */
const wordOf = (series: readonly SeriesRow[]): string =>
  series.every(canBeJudged) ? 'people' : 'browsers';

function partsOf(point: SeriesRow, isSplit: boolean): Parts {
  const browsers = point.total_visits - point.bot_visits;
  const people = isSplit ? (point.people_visits ?? 0) : browsers;
  return { people, unclear: browsers - people, bots: point.bot_visits };
}

function columnsOf(
  interval: Interval,
  { isSplit, word }: { isSplit: boolean; word: string },
  paint: Paint,
): Column[] {
  return [
    { title: interval === 'week' ? 'week from' : interval },
    { title: word, align: 'right', paint: paint.human },
    ...(isSplit ? [{ title: 'unclear', align: 'right', paint: paint.dim } satisfies Column] : []),
    { title: 'bots', align: 'right', paint: paint.bot },
    { title: 'AI bots', align: 'right', paint: paint.ai },
    {
      title: `█ ${word}${isSplit ? ' ░ unclear' : ''} ▒ bots`,
      paint: (cell) =>
        cell.replace(/█+/, paint.human).replace(/░+/, paint.dim).replace(/▒+/, paint.bot),
    },
  ];
}

/**
 * Draws people, unclear visits and bots side by side, with different characters, so that it can be
 * read without colours.
 */
function stacked({ people, unclear, bots }: Parts, scale: number): string {
  const all = Math.round((people + unclear + bots) * scale);
  const ofBots = Math.min(all, Math.round(bots * scale));
  const ofUnclear = Math.min(all - ofBots, Math.round(unclear * scale));
  return '█'.repeat(all - ofBots - ofUnclear) + '░'.repeat(ofUnclear) + '▒'.repeat(ofBots);
}
