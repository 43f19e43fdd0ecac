import { lazily } from '../../lazy/lazily.js';
import { Opening } from '../../parts/opening.js';
import type { Knowledge } from '../../words/people.js';

const words = lazily(async () => (await import('./meaning-words.js')).MeaningWords, 4);
const TITLE = 'What this means, and how sure it is';

/** A question mark that opens what the words of a tile mean, and how sure they are. */
export const Meaning = (props: { of: Knowledge }) => (
  <Opening class="meaning" title={TITLE} summary={<span aria-label={TITLE}>?</span>}>
    {() => <words.Component {...props} />}
  </Opening>
);
