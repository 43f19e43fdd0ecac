import { momentInWords } from '../words/dates.js';

/** Says from when on a list does not tell people, by the moment that the API names. */
export const KnownUntil = ({ until }: { until: string }) => (
  <p class="summary">
    From {momentInWords(until)} UTC to the end of that day, this list does not tell people from
    other visitors with a browser: the day had more than 2,000,000 visits of browsers. Totals tell
    them.
  </p>
);
