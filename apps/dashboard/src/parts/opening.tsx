import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface OpeningProps {
  class: string;
  summary: ComponentChildren;
  title?: string;
  /** Makes what is inside. */
  children: () => ComponentChildren;
}

/** Something that is made only when it is opened. */
export function Opening({ class: name, summary, title, children }: OpeningProps) {
  const [isOpen, open] = useState(false);
  return (
    <details class={name} onToggle={(event) => open(event.currentTarget.open)}>
      <summary title={title}>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
