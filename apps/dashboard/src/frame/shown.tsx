import { useEffect, useRef } from 'preact/hooks';
import { dayIn } from '../address/days.js';
import { texts } from '../texts/texts.js';
import type { View, ViewGroup, ViewProps } from '../views/view.js';
import { ViewTabs } from './view-links.js';

interface ShownProps extends Omit<ViewProps, 'today'> {
  view: View;
  /** The groups of views that this reader has. */
  groups: readonly ViewGroup[];
}

/** The part of the page that a view fills. */
export function Shown({ view, groups, ...props }: ShownProps) {
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
      <h1 class="unseen">{texts.frame.oneWebsite(title, website.domain)}</h1>
      <ViewTabs groups={groups} shown={view} />
      <Component {...props} today={today} />
    </main>
  );
}
