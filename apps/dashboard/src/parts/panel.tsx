import type { ComponentChildren } from 'preact';
import { type Problem, problemInWords } from '../api/problem.js';
import { texts } from '../texts/texts.js';

interface PanelProps {
  title: string;
  /** Stands beside the title. */
  actions?: ComponentChildren;
  /** Whether what it shows answers an older question, while the new answer is under way. */
  isOld?: boolean;
  /** Why there is nothing new. What came before stays. */
  problem?: Problem | undefined;
  /** Whether there is anything to show. Without, it shows its outline. */
  isThere: boolean;
  /** How high the outline is, in lines. */
  lines?: number;
  children: ComponentChildren;
}

/** A part of a view with a heading. */
export function Panel(props: PanelProps) {
  const { title, actions, isOld, problem, isThere, lines = 6, children } = props;
  const isUnderWay = !isThere && (problem === undefined || problem.kind === 'wait');
  return (
    <section
      class={`panel ${isOld ? 'old' : ''}`}
      aria-label={title}
      aria-busy={isUnderWay || isOld}
    >
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {isThere ? children : <Missing problem={problem} lines={lines} />}
      {problem && isOfThisPart(problem) && <p class="notice">{problemInWords(problem)}</p>}
    </section>
  );
}

/** What keeps the service from answering anything is said once, above all parts. */
const isOfThisPart = ({ kind }: Problem): boolean => kind === 'missing' || kind === 'refused';

function Missing({ problem, lines }: { problem: Problem | undefined; lines: number }) {
  if (problem?.kind === 'away') return <p class="empty">{texts.parts.soon}</p>;
  return problem && isOfThisPart(problem) ? null : <Skeleton lines={lines} />;
}

/** The outline of what is under way, as high as it will be, so that nothing jumps. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div class="skeleton">
      <span class="unseen">{texts.parts.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}
