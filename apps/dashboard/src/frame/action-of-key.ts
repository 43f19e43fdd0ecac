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
  /** The names of the views, in order. */
  views: readonly string[];
  lastYear: Days;
}

/** The keys of the views, in their order: a row of the keyboard, and the usual one of settings. */
export const VIEW_KEYS = '1234567890-=,';

/** Returns what a key does, or undefined when it does nothing here. */
export function actionOfKey(press: Press, context: KeyContext): KeyAction | undefined {
  if (press.isModified || press.isInField) return undefined;
  const { address, views, lastYear } = context;
  const view = views[VIEW_KEYS.indexOf(press.key)];
  if (view !== undefined) {
    const name = view === views[0] ? undefined : view;
    return { show: { view: name, tab: undefined, sort: undefined } };
  }
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
