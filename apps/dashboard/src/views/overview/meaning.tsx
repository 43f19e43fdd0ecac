import { lengthOf, type Span } from '../../address/days.js';
import { askedDays, MOST_DAYS_OF_VISITORS } from '../../api/asked.js';
import { lazily } from '../../lazy/lazily.js';
import { Opening } from '../../parts/opening.js';
import type { Knowledge } from '../../words/people.js';
import type { ViewProps } from '../view.js';

const words = lazily(async () => (await import('./meaning-words.js')).MeaningWords, 4);
const line = lazily(async () => (await import('./visitors-line.js')).VisitorsLine, 0);
const TITLE = 'What this means, and how sure it is';

interface MeaningProps extends ViewProps {
  of: Knowledge;
  span: Span;
}

/**
 * How many visitors there were, and a question mark that opens what the words of a tile mean, and
 * how sure they are.
 */
export function Meaning(props: MeaningProps) {
  const { address, website, of, span } = props;
  // Visitors are counted by days of UTC, and by no filter.
  const asked =
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
      <Opening class="meaning" title={TITLE} summary={<span aria-label={TITLE}>?</span>}>
        {() => <words.Component of={of} asked={asked} isReader={props.shared !== undefined} />}
      </Opening>
    </>
  );
}
