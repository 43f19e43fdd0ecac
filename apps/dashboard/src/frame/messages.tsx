import { useEffect, useState } from 'preact/hooks';
import { problemInWords } from '../api/problem.js';
import { queries } from '../api/queries.js';

/** Says why the page does not get newer numbers; what came last stays below it. */
export function Messages() {
  const [, redraw] = useState(0);
  useEffect(() => queries.watch(() => redraw((count) => count + 1)), []);
  const [problem] = queries.problems;
  const isGeneral = problem?.kind === 'wait' || problem?.kind === 'away';
  return (
    <div class="messages" role="status">
      {isGeneral && <p class="notice">{problemInWords(problem)}</p>}
    </div>
  );
}
