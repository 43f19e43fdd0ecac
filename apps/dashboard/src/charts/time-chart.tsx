import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../texts/texts.js';
import { bucketInFull } from '../words/dates.js';
import { type ChartData, eventsAt, nameOf, numberAt, type Series, totalsOf } from './chart.js';
import { ChartTable } from './chart-table.js';
import { Drawing, plotOf } from './drawing.js';
import { indexAt } from './scale.js';
import { useChoice } from './use-choice.js';
import { useWidth } from './use-width.js';

const HEIGHT = 264;

interface TimeChartProps {
  title: string;
  /** One sentence that says what the chart shows. */
  summary: string;
  data: ChartData;
  kind?: 'bars' | 'lines';
  /** What stands beside the title, such as the choice of the interval. */
  controls?: ComponentChildren;
  /** Called with the first and the last bucket that somebody chose. */
  onChoose?: (from: number, to: number) => void;
  /** Called when a series is chosen in the legend; undefined when it cannot be. */
  onSeries?: ((id: string) => void) | undefined;
  /** The address of the same numbers as CSV. */
  csv?: string | undefined;
  isOld?: boolean;
  /** Why it does not show what was asked for. */
  problem?: string | undefined;
  /** What stands below the sentence. */
  children?: ComponentChildren;
}

/**
 * A chart over time: its heading, a sentence, a legend that also reads out what is below the
 * pointer, the drawing, and the same numbers as a table.
 */
export function TimeChart(props: TimeChartProps) {
  const { title, summary, data, kind = 'bars', controls, children } = props;
  const { onChoose, onSeries, csv, isOld, problem } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const [lit, setLit] = useState<string>();
  const choice = useChoice(data.dates.length, onChoose);
  const plot = plotOf(data, kind, width, HEIGHT);
  const at = choice.at === undefined ? undefined : data.dates[choice.at];
  const xOf = (event: MouseEvent) =>
    event.clientX - (event.currentTarget as Element).getBoundingClientRect().left;
  return (
    <section class={`panel chart ${isOld ? 'old' : ''}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {controls}
      </header>
      {problem && <p class="notice">{problem}</p>}
      <p class="summary">{summary}</p>
      {children}
      <Legend data={data} at={choice.at} onLit={setLit} onSeries={onSeries} />
      <div
        ref={ref}
        class="drawing"
        role="slider"
        tabIndex={0}
        aria-label={onChoose ? texts.charts.chooseByKeys(title) : texts.charts.byKeys(title)}
        aria-valuemin={1}
        aria-valuemax={data.dates.length}
        aria-valuenow={(choice.at ?? 0) + 1}
        aria-valuetext={readOut(data, choice.at ?? 0)}
        onKeyDown={choice.onKey}
        onBlur={choice.leave}
        onPointerMove={(event) => choice.look(indexAt(plot, xOf(event)))}
        onPointerLeave={choice.leave}
        onClick={(event) => choice.pick(indexAt(plot, xOf(event)))}
      >
        {width > 0 && (
          <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
            <Drawing data={data} kind={kind} plot={plot} marked={choice.marked} lit={lit} />
          </svg>
        )}
      </div>
      <p class="hint" aria-live="polite">
        {choice.from !== undefined && choice.at !== undefined
          ? texts.charts.chooseLast(bucketInFull(data.dates[choice.from] ?? '', data.bucket))
          : at && [nameOf(data, choice.at ?? 0), ...eventsAt(data, choice.at ?? 0)].join(' · ')}
      </p>
      <ChartTable title={title} data={data} csv={csv} />
    </section>
  );
}

function readOut(data: ChartData, index: number): string {
  const { dates, series, events } = data;
  if (dates[index] === undefined) return texts.charts.nothing;
  const parts = series.map(({ name, values }) => `${name} ${numberAt(data, values, index)}`);
  return `${nameOf(data, index)}: ${[parts.join(', '), ...eventsAt({ events }, index)].join('. ')}`;
}

interface LegendProps extends Pick<TimeChartProps, 'onSeries'> {
  data: ChartData;
  at: number | undefined;
  onLit: (id: string | undefined) => void;
}

function Legend({ data, at, onLit, onSeries }: LegendProps) {
  const total = at === undefined || data.isApart ? undefined : totalsOf(data)[at];
  return (
    <ul class="legend">
      {data.series.map((one) => (
        <li
          key={one.id}
          onPointerEnter={() => onLit(one.id)}
          onPointerLeave={() => onLit(undefined)}
        >
          <LegendName series={one} onSeries={onSeries} />
          <b>{numberAt(data, one.values, at)}</b>
        </li>
      ))}
      {data.ghost && (
        <li>
          <span class="name">
            <i class="key ghost" />
            {texts.charts.daysBefore}
          </span>
          <b>{numberAt(data, data.ghost, at)}</b>
        </li>
      )}
      {data.events && data.events.length > 0 && (
        <li>
          <span class="name">
            <i class="key event" />
            {texts.charts.events}
          </span>
          <b>{at === undefined ? data.events.length : eventsAt(data, at).length}</b>
        </li>
      )}
      {total !== undefined && data.series.length > 1 && (
        <li class="total">{texts.charts.visits(total)}</li>
      )}
    </ul>
  );
}

function LegendName({ series, onSeries }: { series: Series } & Pick<TimeChartProps, 'onSeries'>) {
  const inside = (
    <>
      <i class={`key tone-${series.tone}`} />
      {series.name}
    </>
  );
  if (!onSeries || series.tone === 'rest') return <span class="name">{inside}</span>;
  return (
    <button type="button" class="name" onClick={() => onSeries(series.id)}>
      {inside}
    </button>
  );
}
