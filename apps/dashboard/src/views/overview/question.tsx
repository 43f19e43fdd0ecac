import { lazily } from '../../lazy/lazily.js';
import { Opening } from '../../parts/opening.js';
import type { MeaningWordsProps } from './meaning-words.js';

const words = lazily(async () => (await import('./meaning-words.js')).MeaningWords, 4);
const TITLE = 'What this means, and how sure it is';

/**
 * A question mark beside a number of people that opens what its words mean, how sure they are, and a
 * link to all about it.
 */
export function Question(props: MeaningWordsProps) {
  return (
    <Opening class="meaning" title={TITLE} summary={<span aria-label={TITLE}>?</span>}>
      {() => <words.Component {...props} />}
    </Opening>
  );
}
