import type { ComponentChildren } from 'preact';
import type { Grouping } from '../address/address.js';
import {
  daysOfBucket,
  type Interval,
  intervalOf,
  intervalsOf,
  lengthOf,
  type Span,
  spanOf,
} from '../address/days.js';
import { navigate } from '../address/navigation.js';
import { csvOf } from '../api/asked.js';
import type { Asked, Event, Point } from '../api/types.js';
import { useAnswer } from '../api/use-answer.js';
import type { ChartData, Series } from '../charts/chart.js';
import { TimeChart } from '../charts/time-chart.js';
import { Panel } from '../parts/panel.js';
import { texts } from '../texts/texts.js';
import { trafficData, trafficSentence } from './overview/traffic-data.js';
import { type Group, largestGroups } from './largest-groups.js';
import { useMarks } from './use-marks.js';
import type { ViewProps } from './view.js';

const SERIES = '/api/v1/websites/{id}/timeseries';
type SeriesQuery = NonNullable<Asked<typeof SERIES>['query']>;

/** What a series is asked with, apart from the interval, which follows the number of days. */
export interface AskedSeries {
  /** Days and filters. */
  query: Omit<SeriesQuery, 'interval' | 'group_by' | 'groups'>;
  group?: Grouping | undefined;
  /** So many groups are asked for. */
  groups?: number;
}

interface OverTimeProps extends ViewProps, AskedSeries {
  title: string;
  /** Makes the series of the chart of an answer, where it is not about people, bots or groups. */
  seriesOf?: (answer: { series: readonly Point[]; groups?: readonly Group[] }) => Series[];
  /** Says in one sentence what the chart shows. */
  sentenceOf?: (data: ChartData, span: Span) => string;
  /** What stands below the sentence. */
  below?: (answer: { series: readonly Point[] }) => ComponentChildren;
  /** Which events are marked; none if it is left out. */
  isMarked?: (event: Event) => boolean;
  /** What stands beside the choice of the interval. */
  controls?: ComponentChildren;
  /** Called with the name of a group that was chosen in the legend. */
  onSeries?: ((name: string) => void) | undefined;
}

/** So many series can still be told apart. */
const SHOWN_GROUPS = 8;

/** Visits over time in an interval that the reader chooses. Choosing buckets chooses the days. */
export function OverTime(props: OverTimeProps) {
  const { title, address, website, today, controls, onSeries } = props;
  const { seriesOf, sentenceOf = trafficSentence } = props;
  const span = spanOf(address.days, today);
  const hasHours = props.query.exact_path === undefined;
  const query = seriesQuery(props, intervalOf(lengthOf(span), address.interval, hasHours));
  const { interval } = query;
  const { data: answer, problem, isOld } = useAnswer(SERIES, { id: website.id, query });
  const marked = useMarks(props, props.isMarked);
  if (!answer)
    return (
      <Panel title={title} isThere={false} problem={problem} lines={14}>
        {null}
      </Panel>
    );
  const data = marked(
    seriesOf
      ? {
          dates: answer.series.map(({ date }) => date),
          bucket: interval,
          series: seriesOf(answer as Parameters<typeof seriesOf>[0]),
        }
      : trafficData(
          { ...answer, groups: answer.groups && largestGroups(answer.groups, SHOWN_GROUPS) },
          interval,
          query.group_by,
          undefined,
        ),
  );
  return (
    <TimeChart
      title={title}
      summary={sentenceOf(data, span)}
      data={data}
      isOld={isOld}
      csv={csvOf('timeseries', website.id, query)}
      onChoose={(from, to) =>
        navigate({
          days: {
            start: daysOfBucket(data.dates[from] ?? span.start, interval, span).start,
            end: daysOfBucket(data.dates[to] ?? span.end, interval, span).end,
          },
        })
      }
      onSeries={query.group_by && onSeries}
      controls={
        <div class="controls">
          {controls}
          <IntervalChoice span={span} interval={interval} hasHours={hasHours} />
        </div>
      }
    >
      {props.below?.(answer)}
    </TimeChart>
  );
}

/**
 * The same question is asked once, so whoever needs the same series builds its query here, too. One
 * page is not broken down, and status codes are not counted by verification.
 */
export function seriesQuery({ query, group, groups }: AskedSeries, interval: Interval) {
  const isImpossible =
    query.exact_path !== undefined || (group === 'status' && query.verification !== undefined);
  const groupBy = isImpossible ? undefined : group;
  return {
    ...query,
    interval,
    ...(groupBy && { group_by: groupBy }),
    ...(groupBy && groups && { groups }),
  };
}

function IntervalChoice(props: { span: Span; interval: Interval; hasHours: boolean }) {
  const { span, interval, hasHours } = props;
  return (
    <label>
      <span class="unseen">{texts.views.interval}</span>
      <select
        value={interval}
        onChange={(event) => navigate({ interval: event.currentTarget.value as Interval })}
      >
        {intervalsOf(lengthOf(span), hasHours).map((one) => (
          <option key={one} value={one}>
            {texts.views.intervals[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
