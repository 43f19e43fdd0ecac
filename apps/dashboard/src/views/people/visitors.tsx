import { dayIn, lengthOf, spanOf } from '../../address/days.js';
import { askedUtcDays, csvOf, MOST_DAYS_OF_VISITORS } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';
import { knowledgeOfDays, VISITORS } from '../visitors.js';
import { NotJudged } from './not-judged.js';
import { VisitorsOfDays } from './visitors-of-days.js';

const TEXTS = texts.people.visitors;

/** How many visitors came on each day, and why visits are not judged. */
export function Visitors(props: ViewProps) {
  const { address, website } = props;
  const today = dayIn('UTC', Date.now());
  const span = spanOf(address.days, today);
  const isTooLong = lengthOf(span) > MOST_DAYS_OF_VISITORS;
  const query = askedUtcDays(address);
  const { data, problem, isOld } = useAnswer(
    VISITORS,
    isTooLong ? undefined : { id: website.id, query },
  );
  if (isTooLong)
    return (
      <Panel title={TEXTS.title} isThere>
        <p class="empty">{TEXTS.tooLong(MOST_DAYS_OF_VISITORS, lengthOf(span))}</p>
      </Panel>
    );
  if (!data)
    return (
      <Panel title={TEXTS.title} isThere={false} problem={problem} lines={14}>
        {null}
      </Panel>
    );
  const csv = csvOf('visitors', website.id, query);
  return (
    <>
      <VisitorsOfDays
        {...props}
        {...{ title: TEXTS.title, today, span, csv, report: data, isOld }}
      />
      <NotJudged
        {...{ of: knowledgeOfDays(data.days), reasons: data.not_judged, isOld }}
        filters={address.filters}
        isReader={props.shared !== undefined}
      />
    </>
  );
}
