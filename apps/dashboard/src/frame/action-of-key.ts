import type { Address } from '../address/address.js';
import type { Days } from '../address/days.js';

/** What a single key does: it changes what is shown, or leads to a part of the page. */
export type KeyAction = { show: Partial<Address> } | { go: 'search' | 'help' };

interface Press {
  key: string;
  /** Whether Ctrl, Alt or Meta was held. */
  isModified: boolean;
  /** Whether somebody is writing or choosing in a field. */
  isInField: boolean;
}

/** What a key may need to know of the page. */
export interface KeyContext {
  address: Address;
  /** The keys of the groups, and how an address names the first view of each. */
  groups: readonly { key: string; view: string | undefined }[];
  lastYear: Days;
}

/** Returns what a key does, or undefined when it does nothing here. */
export function actionOfKey(press: Press, context: KeyContext): KeyAction | undefined {
  if (press.isModified || press.isInField) return undefined;
  const { address, groups, lastYear } = context;
  const group = groups.find(({ key }) => key === press.key);
  if (group) return { show: { view: group.view, tab: undefined, sort: undefined } };
  switch (press.key) {
    case 'd':
      return { show: { days: { period: 'today' } } };
    case 'w':
      return { show: { days: { period: 'last_7_days' } } };
    case 'm':
      return { show: { days: { period: 'last_30_days' } } };
    case 'y':
      return { show: { days: lastYear } };
    case 'c':
      return { show: { compare: !address.compare } };
    case 'x':
      return { show: { filters: {} } };
    case '/':
      return { go: 'search' };
    case '?':
      return { go: 'help' };
    default:
      return undefined;
  }
}
