import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Address } from '../address/address.js';
import { navigate } from '../address/navigation.js';
import { Link } from '../parts/link.js';
import { VIEW_KEYS } from './action-of-key.js';
import type { View } from '../views/view.js';

/** The views that can be chosen; none while there is nothing to show in them. */
export function ViewLinks({ views, shown }: { views: readonly View[]; shown: string }) {
  const links = useRef<HTMLElement>(null);
  useLayoutEffect(() => showCurrent(links.current), [views, shown]);
  return (
    <nav aria-label="Views" ref={links}>
      {views.map(({ name, title, prefetch }, index) => (
        <Link
          key={name}
          to={{
            view: index === 0 ? undefined : name,
            tab: undefined,
            sort: undefined,
          }}
          current={name === shown}
          title={`Key ${VIEW_KEYS.charAt(index)}`}
          onNear={prefetch}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** On a small screen the links are wider than it and scroll: brings the current one to its middle. */
function showCurrent(links: HTMLElement | null): void {
  const current = links?.querySelector<HTMLElement>('[aria-current]');
  if (!links || !current) return;
  const { offsetLeft, offsetWidth } = current;
  links.scrollLeft = offsetLeft - links.offsetLeft - (links.clientWidth - offsetWidth) / 2;
}

/** Shows the days before beside those that are chosen, or not. */
export function CompareButton({ address }: { address: Address }) {
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={address.compare}
      title="Compare with the days before (key c)"
      onClick={() => navigate({ compare: !address.compare })}
    >
      Compare
    </button>
  );
}
