import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface MenuProps {
  label: ComponentChildren;
  /** What the label means, when it is only a sign or a value. */
  title: string;
  class?: string;
  /** Called when it opens. */
  onOpen?: () => void;
  children: ComponentChildren;
}

/** A button that opens a box. It closes by Escape, by a click beside it, and by a choice in it. */
export function Menu({ label, title, class: name = '', onOpen, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const close = () => ref.current?.removeAttribute('open');
  useEffect(() => {
    const outside = (event: Event) => {
      if (ref.current?.open && !ref.current.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !ref.current?.open) return;
    event.stopPropagation();
    close();
    ref.current.querySelector('summary')?.focus();
  };
  const onClick = (event: MouseEvent) => {
    if ((event.target as Element).closest('a, [data-closes]')) close();
  };
  return (
    <details
      ref={ref}
      class={`menu ${name}`}
      onKeyDown={onKeyDown}
      onToggle={(event) => event.currentTarget.open && onOpen?.()}
    >
      <summary title={title}>
        <span class="unseen">{title}: </span>
        <span class="label">{label}</span>
      </summary>
      <div class="box" onClick={onClick}>
        {children}
      </div>
    </details>
  );
}
