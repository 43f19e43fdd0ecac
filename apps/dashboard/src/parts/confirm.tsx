import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts/texts.js';

interface ConfirmProps {
  /** On the button that asks first. */
  label: string;
  /** What it is about, where a page has several such buttons. */
  what: string;
  /** On the button that does it. */
  yes: string;
  /** What will happen. */
  children: ComponentChildren;
  isUnderWay: boolean;
  /** Returns whether it was done; then the question is over. */
  onYes: () => Promise<boolean>;
}

/** A button that asks once more before it does something that cannot be taken back. */
export function Confirm({ label, what, yes, children, isUnderWay, onYes }: ConfirmProps) {
  const [isAsked, setAsked] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsked) first.current?.focus();
  }, [isAsked]);
  if (!isAsked)
    return (
      <button type="button" onClick={() => setAsked(true)}>
        {label}
        <span class="unseen"> {what}</span>
      </button>
    );
  return (
    <div class="confirm" role="group" aria-label={`${label} ${what}`}>
      <p>{children}</p>
      <button
        ref={first}
        type="button"
        class="danger"
        disabled={isUnderWay}
        onClick={() => void onYes().then((isDone) => isDone && setAsked(false))}
      >
        {yes}
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        {texts.parts.no}
      </button>
    </div>
  );
}
