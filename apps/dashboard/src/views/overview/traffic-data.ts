import type { Grouping } from '../../address/address.js';
import type { Interval, Span } from '../../address/days.js';
import type { Point } from '../../api/types.js';
import { type ChartData, type Series, sumOf, toneOf, totalsOf } from '../../charts/chart.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';
import { bucketInFull, spanInWords } from '../../words/dates.js';
import { partOf } from '../../words/numbers.js';
import { browserSeries } from '../browser-series.js';

interface Group {
  name: string | null;
  visits: number;
  series: readonly number[];
}

/** Returns what the chart shows: people and bots, or the groups of visits. */
export function trafficData(
  answer: { series: readonly Point[]; groups?: readonly Group[] | undefined },
  bucket: Interval,
  group: Grouping | undefined,
  before: readonly Point[] | undefined,
): ChartData {
  const series = group ? groupSeries(answer.groups ?? [], group) : kinds(answer.series);
  return {
    dates: answer.series.map(({ date }) => date),
    bucket,
    series,
    ghost: before && ghostOf(before, group),
  };
}

/** Visits by bots that are not AI bots, so that the series of the chart add up to all visits. */
const otherBots = (point: Point): number => point.bot_visits - point.ai_bot_visits;

/** People are left out where only bots are counted. */
function kinds(points: readonly Point[]): Series[] {
  const series: Series[] = [
    ...browserSeries(points),
    {
      id: 'ai',
      name: texts.common.aiBots,
      tone: 'ai',
      values: points.map((one) => one.ai_bot_visits),
    },
    { id: 'bots', name: texts.common.otherBots, tone: 'bots', values: points.map(otherBots) },
  ];
  const shown = series.filter(({ values }) => sumOf(values) > 0);
  return shown.length > 0 ? shown : series;
}

function groupSeries(groups: readonly Group[], group: Grouping): Series[] {
  return groups.map(({ name, series }, index) => ({
    id: name ?? '',
    name: groupInWords(name, group),
    tone: name === null ? 'rest' : toneOf(index),
    values: series,
  }));
}

function groupInWords(name: string | null, group: Grouping): string {
  if (name === null) return texts.overview.traffic.others;
  return group === 'category' ? categoryInWords(name) : name;
}

/** Groups count visits of bots, except those by status, which count all. */
function ghostOf(before: readonly Point[], group: Grouping | undefined): number[] {
  const isOfAll = group === undefined || group === 'status';
  return before.map((point) => (isOfAll ? point.total_visits : point.bot_visits));
}

/** Says in one sentence what the chart shows. */
export function trafficSentence(data: ChartData, span: Span): string {
  const days = spanInWords(span);
  const { none, summary } = texts.overview.traffic;
  const totals = totalsOf(data);
  const all = sumOf(totals);
  if (all === 0) return none(days);
  const most = totals.indexOf(Math.max(...totals));
  const parts = data.series
    .map(({ name, values }) => ({ name, visits: sumOf(values) }))
    .sort((a, b) => b.visits - a.visits)
    .slice(0, 3)
    .map(({ name, visits }) => `${name} ${partOf(visits, all)}`);
  const top = bucketInFull(data.dates[most] ?? '', data.bucket);
  return summary({ visits: all, days, parts: parts.join(', '), top });
}
