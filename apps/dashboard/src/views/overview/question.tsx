import type { Asked } from '../../api/types.js';
import { lazily } from '../../lazy/lazily.js';
import { Opening } from '../../parts/opening.js';
import type { Knowledge } from '../../words/people.js';
import type { VISITORS } from '../visitors.js';

export interface QuestionProps {
  /** What is known of the visitors that a number is of, or that it is of undeclared automation. */
  of: Knowledge | 'automation';
  /** Asks why visits are not judged; left out where that is not to be said. */
  asked?: Asked<typeof VISITORS> | undefined;
  /** Whether a shared link is shown. */
  isReader?: boolean;
}

const words = lazily(async () => (await import('./meaning-words.js')).MeaningWords, 4);
const TITLE = 'What this means, and how sure it is';

/**
 * A question mark beside a number of people that opens what its words mean, how sure they are, and a
 * link to all about it.
 */
export function Question(props: QuestionProps) {
  return (
    <Opening class="meaning" title={TITLE} summary={<span aria-label={TITLE}>?</span>}>
      {() => <words.Component {...props} />}
    </Opening>
  );
}
