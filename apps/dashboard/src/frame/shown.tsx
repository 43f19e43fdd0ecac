import { useEffect, useRef } from 'preact/hooks';
import { dayIn } from '../address/days.js';
import type { View, ViewProps } from '../views/view.js';

interface ShownProps extends Omit<ViewProps, 'today'> {
  view: View;
}

/** The part of the page that a view fills. */
export function Shown({ view, ...props }: ShownProps) {
  const { address, website } = props;
  const { name, title, Component } = view;
  const main = useRef<HTMLElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    document.title = `${title} – ${website.domain} – Botgauge`;
    // Who changed the view by keyboard goes on reading at its start.
    if (shown.current !== name) main.current?.focus({ preventScroll: true });
    if (shown.current !== name) scrollTo(0, 0);
    shown.current = name;
  }, [name, title, website.domain]);
  const today = dayIn(address.timezone ?? 'UTC', Date.now());
  return (
    <main id="main" ref={main} tabIndex={-1} key={website.id}>
      <h1 class="unseen">
        {title} of {website.domain}
      </h1>
      <Component {...props} today={today} />
    </main>
  );
}
