import { texts } from '../texts/texts.js';
import { momentInWords } from '../words/dates.js';

/** Says from when on a list does not tell people, by the moment that the API names. */
export const KnownUntil = ({ until }: { until: string }) => (
  <p class="summary">{texts.views.knownUntil(momentInWords(until))}</p>
);
