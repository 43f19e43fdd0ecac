import type { Address } from '../../address/address.js';
import { dayIn, type Interval, intervalOf, lengthOf, spanOf } from '../../address/days.js';
import { askedDays } from '../../api/asked.js';
import type { Point } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import type { ChartData } from '../../charts/chart.js';
import { firstUnfinished } from '../../charts/first-unfinished.js';
import { TimeChart } from '../../charts/time-chart.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { knowledgeOf, peopleOf, peopleTitle } from '../../words/people.js';
import type { Pair } from './website-columns.js';

const SERIES = '/api/v1/websites/{id}/timeseries';

interface OfBothProps {
  address: Address;
  pair: Pair;
}

/** The visits of people and of AI bots to two websites over time. */
export function DaysOfBoth({ address, pair }: OfBothProps) {
  const { timezone = 'UTC' } = address;
  const today = dayIn(timezone, Date.now());
  const interval = intervalOf(lengthOf(spanOf(address.days, today)), address.interval);
  const query = { ...askedDays(address), interval };
  const [one, other] = [
    useAnswer(SERIES, { id: pair[0].id, query }),
    useAnswer(SERIES, { id: pair[1].id, query }),
  ];
  if (!one.data || !other.data)
    return (
      <Panel
        title={texts.common.visits}
        isThere={false}
        problem={one.problem ?? other.problem}
        lines={20}
      >
        {null}
      </Panel>
    );
  const points = [one.data.series, other.data.series] as const;
  // Where one of them is not judged, people of the other would stand beside all browsers.
  const all = points.map(knowledgeOf);
  const knowledge = all[0] === all[1] ? (all[0] ?? 'not judged') : 'not judged';
  const chart = (valueOf: (point: Point) => number) =>
    chartOf({ pair, points, interval, today }, valueOf);
  const isOld = one.isOld || other.isOld;
  return (
    <>
      <TimeChart
        title={knowledge === 'judged' ? peopleTitle(knowledge) : texts.websites.browsers}
        summary={texts.websites.peopleOfBoth}
        data={chart((point) => peopleOf(point, knowledge))}
        kind="lines"
        isOld={isOld}
      />
      <TimeChart
        title={texts.common.aiBots}
        summary={texts.websites.aiOfBoth}
        data={chart((point) => point.ai_bot_visits)}
        kind="lines"
        isOld={isOld}
      />
    </>
  );
}

interface Lines {
  pair: Pair;
  points: readonly [readonly Point[], readonly Point[]];
  interval: Interval;
  today: string;
}

function chartOf(
  { pair, points, interval, today }: Lines,
  valueOf: (point: Point) => number,
): ChartData {
  const dates = points[0].map(({ date }) => date);
  return {
    ...{ dates, bucket: interval },
    unfinished: firstUnfinished(dates, interval, { today, now: Date.now() }),
    series: pair.map(({ id, domain }, at) => ({
      ...{ id, name: domain, tone: `${at + 1}` },
      values: (points[at] as readonly Point[]).map(valueOf),
    })),
  };
}
