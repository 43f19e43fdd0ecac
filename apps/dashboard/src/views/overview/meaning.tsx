import { useEffect, useState } from 'preact/hooks';
import { lengthOf, type Span } from '../../address/days.js';
import { askedDays, MOST_DAYS_OF_VISITORS } from '../../api/asked.js';
import { lazily } from '../../lazy/lazily.js';
import { Opening } from '../../parts/opening.js';
import type { Knowledge } from '../../words/people.js';
import type { ViewProps } from '../view.js';
import type { VisitorsLine } from './visitors-line.js';

const words = lazily(async () => (await import('./meaning-words.js')).MeaningWords, 4);
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
      {asked && of === 'judged' && <Visitors asked={asked} today={props.today} />}
      <Opening class="meaning" title={TITLE} summary={<span aria-label={TITLE}>?</span>}>
        {() => <words.Component of={of} asked={asked} isReader={props.shared !== undefined} />}
      </Opening>
    </>
  );
}

/** The line is there at once, so that nothing moves. What does not come is left out. */
function Visitors(props: Parameters<typeof VisitorsLine>[0]) {
  const [Line, come] = useState<typeof VisitorsLine>();
  useEffect(
    () =>
      void import('./visitors-line.js').then(
        (script) => come(() => script.VisitorsLine),
        () => undefined,
      ),
    [],
  );
  return <p class="visitors">{Line && <Line {...props} />}</p>;
}
