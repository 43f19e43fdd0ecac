import type { Span } from '../../address/days.js';
import { askedDays, askedDimension } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { type ChartData, sumOf, totalsOf } from '../../charts/chart.js';
import { bucketInFull, spanInWords } from '../../words/dates.js';
import { counted } from '../../words/numbers.js';
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
        title="People"
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
  const totals = totalsOf(data);
  const all = sumOf(totals);
  if (all === 0) return `Nobody came in ${spanInWords(span)}. Choose other days to see people.`;
  const most = data.dates[totals.indexOf(Math.max(...totals))] ?? '';
  const top = bucketInFull(most, data.bucket);
  const [people, unclear] = data.series.map(({ name, values }) => ({
    name,
    visits: sumOf(values),
  }));
  const isOfPeople = people?.name === peopleTitle('judged');
  const visits = `${counted(people?.visits ?? 0, 'visit')} ${isOfPeople ? 'by people' : 'of browsers'}`;
  const more = unclear ? `, and ${counted(unclear.visits, 'visit')} undecided or not judged` : '';
  return `${visits} in ${spanInWords(span)}${more}. Most came on ${top}.`;
}
