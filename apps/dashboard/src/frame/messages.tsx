import { useEffect, useState } from 'preact/hooks';
import { problemInWords } from '../api/problem.js';
import { queries } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Wait } from '../parts/wait.js';
import { notesOf } from './notes.js';

interface MessagesProps {
  website: string | undefined;
  /** Known once the first answer came. Before that, only one question is asked. */
  isSignedIn: boolean;
}

/**
 * Says why the page does not get newer figures, while what came last stays below it, and what makes
 * the figures incomplete.
 */
export function Messages({ website, isSignedIn }: MessagesProps) {
  const [, redraw] = useState(0);
  useEffect(() => queries.watch(() => redraw((count) => count + 1)), []);
  const freshness = useAnswer('/api/v1/freshness', isSignedIn ? {} : undefined);
  const feeds = useAnswer('/api/v1/websites/{id}/feeds', website ? { id: website } : undefined);
  const [problem] = queries.problems;
  const notes = notesOf({ freshness: freshness.data, feeds: feeds.data?.feeds }, Date.now());
  return (
    <div class="messages" role="status">
      {problem?.kind === 'wait' && (
        <p class="notice">
          <Wait problem={problem} until={queries.waitUntil} />
        </p>
      )}
      {[...(problem?.kind === 'away' ? [problemInWords(problem)] : []), ...notes].map((text) => (
        <p key={text} class="notice">
          {text}
        </p>
      ))}
    </div>
  );
}
