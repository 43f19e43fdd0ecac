import { Companies } from './companies.js';
import { PagesOfAi } from './pages-of-ai.js';
import type { ViewProps } from '../view.js';

/** What AI companies read here, and whom their assistants sent. */
export function Ai(props: ViewProps) {
  return (
    <div class="stack">
      <Companies {...props} />
      <PagesOfAi {...props} />
    </div>
  );
}
