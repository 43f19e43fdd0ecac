import type { Span } from '../../address/days.js';
import { navigate } from '../../address/navigation.js';
import { type ChartData, type Series } from '../../charts/chart.js';
import { TimeChart } from '../../charts/time-chart.js';
import { CsvLink } from '../../parts/csv-link.js';
import { NotFiltered } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { inFull, partOf } from '../../words/numbers.js';
import { Question } from '../overview/question.js';
import { useMarks } from '../use-marks.js';
import type { ViewProps } from '../view.js';
import { knowledgeOfDays, type VisitorsReport } from '../visitors.js';
import { visitorsSentence } from './visitors-sentence.js';

const TEXTS = texts.people.visitors;

type Days = VisitorsReport['days'];
type Day = Days[number];

interface VisitorsOfDaysProps extends ViewProps {
  title: string;
  span: Span;
  report: VisitorsReport;
  isOld: boolean;
  /** The address of the same numbers as CSV. */
  csv: string;
}

const KINDS: readonly {
  name: string;
  tone: string;
  of: (day: Day) => number | null;
}[] = [
  { name: texts.common.people, tone: 'people', of: ({ people_visitors: people }) => people },
  { name: TEXTS.undecided, tone: 'unclear', of: ({ undecided_visitors: undecided }) => undecided },
  {
    name: texts.common.automation,
    tone: 'bots',
    of: ({ automation_visitors: automation }) => automation,
  },
];

/** The visitors of each day as a chart, and those of a single day as figures. */
export function VisitorsOfDays(props: VisitorsOfDaysProps) {
  const { title, span, today, report, isOld, csv } = props;
  const { days } = report;
  const marked = useMarks(props);
  const sentence = visitorsSentence(days, span, today);
  const [only] = days;
  if (only && days.length === 1)
    return (
      <Panel
        title={title}
        isThere
        isOld={isOld}
        actions={<CsvLink href={csv} what={TEXTS.csvOfDay} />}
      >
        <p class="summary">{sentence}</p>
        <Words {...props} />
        {only.people_visitors !== null && <Figures day={only} />}
      </Panel>
    );
  return (
    <TimeChart
      title={title}
      summary={sentence}
      data={marked(chartOf(days))}
      isOld={isOld}
      csv={csv}
      onChoose={(from, to) =>
        navigate({
          days: { start: days[from]?.date ?? span.start, end: days[to]?.date ?? span.end },
        })
      }
    >
      <Words {...props} />
    </TimeChart>
  );
}

/** What the numbers are of, and what they are not of. */
function Words({ address, report }: VisitorsOfDaysProps) {
  return (
    <>
      <Question of={knowledgeOfDays(report.days)} />
      <p class="summary">
        {[
          TEXTS.about,
          report.days.length > 1 && TEXTS.daysNotAdded,
          report.not_judged.length > 0 && TEXTS.notJudged,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <NotFiltered filters={address.filters} what="chart" />
      {address.timezone && <p class="summary">{TEXTS.byUtc}</p>}
    </>
  );
}

function chartOf(days: Days): ChartData {
  return {
    dates: days.map(({ date }) => date),
    bucket: 'day',
    series: KINDS.map(({ name, tone, of }): Series => ({
      ...{ id: name, name, tone },
      values: days.map((day) => of(day) ?? 0),
    })),
    isApart: true,
    gaps: days.map(({ people_visitors: people }) => people === null),
  };
}

function Figures({ day }: { day: Day }) {
  const counts = KINDS.map(({ of, ...kind }) => ({ ...kind, visitors: of(day) ?? 0 }));
  const all = counts.reduce((sum, { visitors }) => sum + visitors, 0);
  return (
    <dl class="facts">
      {counts.map(({ name, tone, visitors }) => (
        <div key={name}>
          <dt>
            <i class={`key tone-${tone}`} />
            {name}
          </dt>
          <dd>
            <b class="figure">{inFull(visitors)}</b> <small>{partOf(visitors, all)}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
