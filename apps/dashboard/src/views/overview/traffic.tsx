import { type Address, type Grouping, GROUPINGS, withFilter } from '../../address/address.js';
import {
  daysOfBucket,
  type Interval,
  intervalsOf,
  lengthOf,
  type Span,
} from '../../address/days.js';
import { navigate } from '../../address/navigation.js';
import { askedBots, askedDays, askedDimension, askedPage, csvOf } from '../../api/asked.js';
import { problemInWords } from '../../api/problem.js';
import type { Point } from '../../api/types.js';
import { type Answer, useAnswer } from '../../api/use-answer.js';
import { TimeChart } from '../../charts/time-chart.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { useMarks } from '../use-marks.js';
import { trafficData, trafficSentence } from './traffic-data.js';
import type { ViewProps } from '../view.js';
import { Question } from './question.js';

interface TrafficProps extends ViewProps {
  span: Span;
  interval: Interval;
  series: Answer<{ series: Point[] }>;
  before: readonly Point[] | undefined;
}

/** Visits over time, of people and bots or broken down. */
export function Traffic(props: TrafficProps) {
  const { address, website, span, interval, series, before } = props;
  const group = groupingsOf(address).find((one) => one === address.group);
  const query = {
    ...askedDays(address),
    ...askedBots(address),
    ...askedPage(address),
    ...askedDimension(address),
    interval,
    ...(group && { group_by: group }),
  };
  const grouped = useAnswer('/api/v1/websites/{id}/timeseries', group && { id: website.id, query });
  const shown = group ? grouped : series;
  const marked = useMarks(props, everyEvent);
  const data = shown.data && marked(trafficData(shown.data, interval, group, before));
  if (!data)
    return (
      <Panel title={texts.common.visits} isThere={false} problem={shown.problem} lines={13}>
        {null}
      </Panel>
    );
  const { problem } = shown;
  return (
    <TimeChart
      title={texts.common.visits}
      problem={problem?.kind === 'refused' ? problemInWords(problem) : undefined}
      summary={trafficSentence(data, span)}
      data={data}
      isOld={shown.isOld}
      csv={csvOf('timeseries', website.id, query)}
      onChoose={(from, to) =>
        navigate({
          days: {
            start: daysOfBucket(data.dates[from] ?? span.start, interval, span).start,
            end: daysOfBucket(data.dates[to] ?? span.end, interval, span).end,
          },
        })
      }
      onSeries={
        group && group !== 'status'
          ? (name) => navigate({ filters: withFilter(address.filters, group, name) })
          : undefined
      }
      controls={<Controls {...props} />}
    >
      <Question of="visits" />
    </TimeChart>
  );
}

const everyEvent = () => true;

/** The API counts no status codes by verification, and breaks down no single page. */
function groupingsOf({ filters }: Address): Grouping[] {
  if (filters.exact_path) return [];
  return GROUPINGS.filter((group) => group !== 'status' || !filters.verification);
}

const GROUP_TITLES: Record<Grouping, string> = {
  bot: texts.common.bots,
  provider: texts.common.providers,
  category: texts.common.categories,
  status: texts.common.statusCodes,
};

function Controls({ address, span, interval }: TrafficProps) {
  const groupings = groupingsOf(address);
  return (
    <div class="controls">
      <label>
        <span class="unseen">{texts.common.brokenDownBy}</span>
        <select
          value={address.group ?? ''}
          onChange={(event) =>
            navigate({ group: (event.currentTarget.value || undefined) as Grouping | undefined })
          }
        >
          <option value="">{texts.overview.traffic.peopleAndBots}</option>
          {GROUPINGS.map((group) => (
            <option key={group} value={group} disabled={!groupings.includes(group)}>
              {GROUP_TITLES[group]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="unseen">{texts.common.interval}</span>
        <select
          value={interval}
          onChange={(event) => navigate({ interval: event.currentTarget.value as Interval })}
        >
          {intervalsOf(lengthOf(span), !address.filters.exact_path).map((one) => (
            <option key={one} value={one}>
              {texts.common.intervals[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
