import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../api/problem.js';
import { Rich } from '../texts/rich.js';
import { texts } from '../texts/texts.js';

interface WaitProps {
  problem: Extract<Problem, { kind: 'wait' }>;
  /** When the page asks again, in milliseconds since 1970. */
  until: number;
}

/**
 * Says why the page waits, and counts the seconds down until it asks again. Screen readers say it
 * once and not each second.
 */
export function Wait({ problem, until }: WaitProps) {
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - Date.now()) / 1_000);
  return (
    <Rich
      text={texts.parts.wait.why}
      elements={{
        why: () => problem.reason,
        when: () => (
          <span aria-live="off">
            {seconds > 0 ? texts.parts.wait.in(seconds) : texts.parts.wait.now}
          </span>
        ),
      }}
    />
  );
}
