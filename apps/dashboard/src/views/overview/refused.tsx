import { type Problem, problemInWords } from '../../api/problem.js';
import { Link } from '../../parts/link.js';

/** What the address asks for cannot be counted: says why, and leads to what can. */
export function Refused({ problem }: { problem: Problem }) {
  return (
    <section class="panel wide-notice">
      <h2>This cannot be shown</h2>
      <p>{problemInWords(problem)}</p>
      <Link
        to={{ filters: {}, timezone: undefined, interval: undefined, group: undefined }}
        class="main"
      >
        Show these days without filters, in UTC
      </Link>
    </section>
  );
}
