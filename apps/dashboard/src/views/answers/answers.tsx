import type { ViewProps } from '../view.js';
import { AnswersOverTime } from './answers-over-time.js';
import { BotsWithErrors } from './bots-with-errors.js';
import { PagesWithErrors } from './pages-with-errors.js';
import { WhoGotErrors } from './who-got-errors.js';

/** Responses: whether visitors got content, or something else instead. */
export function Answers(props: ViewProps) {
  return (
    <div class="stack">
      <AnswersOverTime {...props} />
      <WhoGotErrors {...props} />
      <div class="halves">
        <BotsWithErrors {...props} />
        <PagesWithErrors {...props} />
      </div>
    </div>
  );
}
