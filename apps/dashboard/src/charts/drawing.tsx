import { bucketInShort } from '../words/dates.js';
import { inShort } from '../words/numbers.js';
import { type ChartData, isUnfinished, totalsOf } from './chart.js';
import {
  barPath,
  flagsPath,
  heightAt,
  linePath,
  marksOf,
  namedBuckets,
  type Plot,
  slotMiddle,
  slotStart,
  slotWidth,
  stacked,
} from './scale.js';

const AXIS = { left: 44, right: 8, top: 12, bottom: 26 };

/** Places a chart in a drawing of this size. */
export function plotOf(
  data: ChartData,
  kind: 'bars' | 'lines',
  width: number,
  height: number,
): Plot {
  const tops = kind === 'bars' ? totalsOf(data) : data.series.flatMap(({ values }) => [...values]);
  const marks = marksOf(Math.max(0, ...tops, ...(data.ghost ?? [])));
  return {
    left: AXIS.left,
    top: AXIS.top,
    width: Math.max(10, width - AXIS.left - AXIS.right),
    height: height - AXIS.top - AXIS.bottom,
    count: data.dates.length,
    maximum: marks.at(-1) as number,
  };
}

interface DrawingProps {
  data: ChartData;
  kind: 'bars' | 'lines';
  plot: Plot;
  /** The buckets that are marked, from and to; undefined when none is. */
  marked: readonly [number, number] | undefined;
  /** The series that is looked at; the others step back. */
  lit: string | undefined;
}

/** What is inside the SVG of a chart. The words around it say the same. */
export function Drawing({ data, kind, plot, marked, lit }: DrawingProps) {
  return (
    <g aria-hidden="true">
      <Axes data={data} plot={plot} />
      {marked && <Mark plot={plot} marked={marked} />}
      {kind === 'bars' ? (
        <Bars data={data} plot={plot} lit={lit} />
      ) : (
        data.series.map(({ id, tone, values }) => (
          <path
            key={id}
            class={`line tone-${tone} ${dimmed(id, lit)}`}
            d={linePath(plot, values)}
          />
        ))
      )}
      {data.ghost && <path class="ghost" d={linePath(plot, data.ghost.slice(0, plot.count))} />}
      {data.events && <path class="events" d={flagsPath(plot, data.events)} />}
    </g>
  );
}

const dimmed = (id: string, lit: string | undefined) => (lit && lit !== id ? 'dim' : '');

function Axes({ data, plot }: Pick<DrawingProps, 'data' | 'plot'>) {
  const right = plot.left + plot.width;
  const bottom = plot.top + plot.height;
  return (
    <>
      {marksOf(plot.maximum).map((mark) => (
        <g key={mark}>
          <line
            class={mark === 0 ? 'base' : 'grid'}
            x1={plot.left}
            x2={right}
            y1={heightAt(plot, mark)}
            y2={heightAt(plot, mark)}
          />
          <text class="value" x={plot.left - 8} y={heightAt(plot, mark) + 4} text-anchor="end">
            {inShort(mark)}
          </text>
        </g>
      ))}
      {namedBuckets(plot).map((index) => (
        <text key={index} x={slotMiddle(plot, index)} y={bottom + 18} text-anchor="middle">
          {bucketInShort(data.dates[index] as string, data.bucket)}
        </text>
      ))}
    </>
  );
}

function Mark({ plot, marked }: { plot: Plot; marked: readonly [number, number] }) {
  const [from, to] = marked[0] <= marked[1] ? marked : [marked[1], marked[0]];
  return (
    <rect
      class="marked"
      x={slotStart(plot, from)}
      y={plot.top}
      width={slotWidth(plot) * (to - from + 1)}
      height={plot.height}
    />
  );
}

function Bars({ data, plot, lit }: Pick<DrawingProps, 'data' | 'plot' | 'lit'>) {
  const parts = stacked(data.series.map(({ values }) => values));
  const tops = totalsOf(data);
  return (
    <>
      {data.series.map(({ id, tone }, at) => {
        const pathOf = (isShown: (index: number) => boolean) =>
          (parts[at] ?? [])
            .map((part, index) =>
              part.to > part.from && isShown(index)
                ? barPath(plot, index, part, part.to === tops[index])
                : '',
            )
            .join('');
        const name = `bar tone-${tone} ${dimmed(id, lit)}`;
        return (
          <g key={id}>
            <path class={name} d={pathOf((index) => !isUnfinished(data, index))} />
            <path class={`${name} unfinished`} d={pathOf((index) => isUnfinished(data, index))} />
          </g>
        );
      })}
    </>
  );
}
