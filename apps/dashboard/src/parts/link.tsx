import type { ComponentChildren } from 'preact';
import type { Address } from '../address/address.js';
import { hrefOf, navigate } from '../address/navigation.js';

interface LinkProps {
  /** What the link changes about what is shown. */
  to: Partial<Address>;
  class?: string;
  title?: string | undefined;
  /** Whether it leads to what is shown; `true` in words: to something that this is a part of. */
  current?: boolean | 'page' | 'true' | undefined;
  /** Called when somebody is about to follow it. */
  onNear?: () => void;
  children: ComponentChildren;
}

/** A link within the page. It can be opened in another tab and copied like any other link. */
export function Link({ to, class: name, title, current, onNear, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={hrefOf(to)}
      class={name}
      title={title}
      aria-current={current === true ? 'page' : current || undefined}
      onClick={follow}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {children}
    </a>
  );
}
