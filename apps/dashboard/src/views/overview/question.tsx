import { lazily } from '../../lazy/lazily.js';
import { Opening } from '../../parts/opening.js';
import { texts } from '../../texts/texts.js';
import type { MeaningWordsProps } from './meaning-words.js';

const words = lazily(async () => (await import('./meaning-words.js')).MeaningWords, 4);

/**
 * A question mark beside a number of people that opens what its words mean, how sure they are, and a
 * link to all about it.
 */
export function Question(props: MeaningWordsProps) {
  const { title } = texts.overview.meaning;
  return (
    <Opening class="meaning" title={title} summary={<span aria-label={title}>?</span>}>
      {() => <words.Component {...props} />}
    </Opening>
  );
}
