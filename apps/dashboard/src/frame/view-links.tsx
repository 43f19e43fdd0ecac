import type { Address } from '../address/address.js';
import { navigate } from '../address/navigation.js';
import { Link } from '../parts/link.js';
import { texts } from '../texts/texts.js';
import type { View, ViewGroup } from '../views/view.js';
import { nameInAddress } from '../views/views.js';

interface GroupLinksProps {
  /** Those that can be chosen; none while there is nothing to show in them. */
  groups: readonly ViewGroup[];
  shown: View;
}

/** Leads to the first view of each group. */
export function GroupLinks({ groups, shown }: GroupLinksProps) {
  return (
    <nav aria-label={texts.frame.views}>
      {groups.map(({ key, title, views }) => (
        <ViewLink
          key={key}
          view={views[0]}
          current={currentIn(views, shown)}
          title={texts.frame.key(key)}
        >
          {title}
        </ViewLink>
      ))}
    </nav>
  );
}

/** The link of a group is not that of the page itself while one of its other views is shown. */
function currentIn([first, ...others]: ViewGroup['views'], shown: View) {
  return first === shown ? 'page' : others.includes(shown) ? 'true' : undefined;
}

/** The views of the group that is shown, as tabs; nothing where it has only one. */
export function ViewTabs({ groups, shown }: GroupLinksProps) {
  const group = groups.find(({ views }) => views.includes(shown));
  if (!group || group.views.length === 1) return null;
  return (
    <nav class="views" aria-label={texts.frame.group(group.title)}>
      {group.views.map((view) => (
        <ViewLink key={view.name} view={view} current={view === shown ? 'page' : undefined}>
          {view.title}
        </ViewLink>
      ))}
    </nav>
  );
}

interface ViewLinkProps {
  view: View;
  current: 'page' | 'true' | undefined;
  title?: string;
  children: string;
}

/** Another view begins with its first part, in its own order. */
function ViewLink({ view, ...link }: ViewLinkProps) {
  return (
    <Link
      {...link}
      to={{ view: nameInAddress(view), tab: undefined, sort: undefined }}
      onNear={view.prefetch}
    />
  );
}

/** Shows the days before beside those that are chosen, or not. */
export function CompareButton({ address }: { address: Address }) {
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={address.compare}
      title={texts.frame.compareTitle}
      onClick={() => navigate({ compare: !address.compare })}
    >
      {texts.frame.compare}
    </button>
  );
}
