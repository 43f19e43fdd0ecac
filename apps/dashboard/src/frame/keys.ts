import type { Address } from '../address/address.js';
import { dayIn } from '../address/days.js';
import { navigate } from '../address/navigation.js';
import type { ViewGroup } from '../views/view.js';
import { GROUPS, nameInAddress } from '../views/views.js';
import { actionOfKey } from './action-of-key.js';
import { currentlyChosen } from './chosen.js';
import { lastYear } from './periods.js';

const FIELDS = 'input, select, textarea, [contenteditable]';

/** Does what single keys ask for, until the returned function is called. */
export function listenForKeys(
  address: () => Address,
  groups: readonly ViewGroup[] = GROUPS,
): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!currentlyChosen().keys || event.defaultPrevented) return;
    const action = actionOfKey(
      {
        key: event.key,
        isModified: event.ctrlKey || event.metaKey || event.altKey,
        isInField: event.target instanceof Element && event.target.closest(FIELDS) !== null,
      },
      {
        address: address(),
        groups: groups.map(({ key, views }) => ({ key, view: nameInAddress(views[0]) })),
        lastYear: lastYear(dayIn(address().timezone ?? 'UTC', Date.now())),
      },
    );
    if (!action) return;
    event.preventDefault();
    if ('show' in action) navigate(action.show);
    else if (action.go === 'search') document.getElementById('filter')?.focus();
    else openHelp();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function openHelp(): void {
  const list = document.getElementById('keys');
  list?.setAttribute('open', '');
  list?.closest('details.menu')?.setAttribute('open', '');
  list?.querySelector('summary')?.focus();
}
