import { texts } from '../../texts/texts.js';

/** So many rows are shown; the CSV has more. */
export const ROWS = 20;
export const MOST_ROWS = 1_000;

/** Stands for a list of errors with a filter by which they are not counted. */
export function NotCounted({ title }: { title: string }) {
  return (
    <section class="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <p class="empty">{texts.answers.errorsNotCounted}</p>
    </section>
  );
}
