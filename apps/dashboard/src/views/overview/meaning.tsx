import { lengthOf, type Span } from '../../address/days.js';
import { askedDays, MOST_DAYS_OF_VISITORS } from '../../api/asked.js';
import { lazily } from '../../lazy/lazily.js';
import type { ViewProps } from '../view.js';
import type { Knowledge } from '../../words/people.js';
import type { Topic } from './meaning-words.js';
import { Question } from './question.js';

const line = lazily(async () => (await import('./visitors-line.js')).VisitorsLine, 0);

/** Only these are about visitors. */
const OF_VISITORS: readonly Topic[] = ['judged', 'not judged', 'not counted'] satisfies Knowledge[];

interface MeaningProps extends ViewProps {
  of: Topic;
  span: Span;
}

/** How many visitors there were, and a question mark beside them. */
export function Meaning(props: MeaningProps) {
  const { address, website, of, span } = props;
  // Visitors are counted by days of UTC, and by no filter.
  const asked =
    !OF_VISITORS.includes(of) ||
    address.timezone ||
    Object.keys(address.filters).length > 0 ||
    lengthOf(span) > MOST_DAYS_OF_VISITORS
      ? undefined
      : { id: website.id, query: askedDays(address) };
  return (
    <>
      {asked && of === 'judged' && (
        <p class="visitors">
          <line.Component asked={asked} today={props.today} />
        </p>
      )}
      <Question of={of} asked={asked} isReader={props.shared !== undefined} />
    </>
  );
}
