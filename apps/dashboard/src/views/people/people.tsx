import type { Span } from '../../address/days.js';
import { askedDays, askedDimension } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { type ChartData, sumOf, totalsOf } from '../../charts/chart.js';
import { texts } from '../../texts/texts.js';
import { bucketInFull, spanInWords } from '../../words/dates.js';
import { browsersOf, knowledgeOf, peopleTitle } from '../../words/people.js';
import { browserSeries } from '../browser-series.js';
import { OverTime } from '../over-time.js';
import { Question } from '../overview/question.js';
import { Referrals } from '../overview/referrals.js';
import type { ViewProps } from '../view.js';
import { Automation } from './automation.js';
import { Clients } from './clients.js';
import { Visitors } from './visitors.js';

/** People: when they came, how many visitors they were, who is none and why, which assistants sent them, and with what they read. */
export function People(props: ViewProps) {
  const { address, website } = props;
  const query = askedDays(address);
  const { data } = useAnswer('/api/v1/websites/{id}/summary', { id: website.id, query });
  return (
    <div class="stack">
      <OverTime
        {...props}
        title={texts.common.people}
        query={{ ...query, ...askedDimension(address) }}
        sentenceOf={peopleSentence}
        seriesOf={({ series }) => browserSeries(series)}
        below={({ series }) => <Question of={knowledgeOf(series)} />}
      />
      <Visitors {...props} />
      {!props.shared && <Automation {...props} />}
      <Referrals {...props} browsers={data && browsersOf(data)} />
      <Clients {...props} />
    </div>
  );
}

function peopleSentence(data: ChartData, span: Span): string {
  const { none, ofPeople, ofBrowsers } = texts.people.overTime;
  const totals = totalsOf(data);
  const days = spanInWords(span);
  if (sumOf(totals) === 0) return none(days);
  const most = data.dates[totals.indexOf(Math.max(...totals))] ?? '';
  const top = bucketInFull(most, data.bucket);
  const [visits = 0, unclear = 0] = data.series.map(({ values }) => sumOf(values));
  const isOfPeople = data.series[0]?.name === peopleTitle('judged');
  return (isOfPeople ? ofPeople : ofBrowsers)({ visits, days, unclear, top });
}
