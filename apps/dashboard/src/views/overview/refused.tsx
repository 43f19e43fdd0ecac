import { type Problem, problemInWords } from '../../api/problem.js';
import { Link } from '../../parts/link.js';
import { texts } from '../../texts/texts.js';

/** What the address asks for cannot be counted: says why, and leads to what can. */
export function Refused({ problem }: { problem: Problem }) {
  const { title, showPossible } = texts.overview.refused;
  return (
    <section class="panel wide-notice">
      <h2>{title}</h2>
      <p>{problemInWords(problem)}</p>
      <Link
        to={{ filters: {}, timezone: undefined, interval: undefined, group: undefined }}
        class="main"
      >
        {showPossible}
      </Link>
    </section>
  );
}
