import { useEffect, useState } from 'preact/hooks';
import { type Address, parseAddress, USUAL_DAYS, writeAddress } from './address.js';
import type { Days } from './days.js';

type Listener = () => void;
const listeners = new Set<Listener>();
const tellAll = () => listeners.forEach((listener) => listener());

let usual = USUAL_DAYS;

/** Sets the days of an address that names none. */
export function setUsualDays(days: Days): void {
  usual = days;
}

/** Returns what the address of the page says now. */
export function currentAddress(): Address {
  return parseAddress(location.search, usual);
}

/** Returns the address of a link that changes this about what is shown. */
export function hrefOf(change: Partial<Address>): string {
  return hrefTo({ ...currentAddress(), ...within(change), ...change });
}

/** Returns the address of the page that shows this. */
export function hrefTo(address: Address): string {
  return writeAddress(address, usual) || location.pathname;
}

/** Where a list begins, and what of it is listed, is lost on the way to another place. */
const within = (change: Partial<Address>) =>
  'website' in change || 'view' in change || 'tab' in change
    ? { kind: undefined, cursor: undefined, add: undefined }
    : {};

/** Shows something else. `replace` leaves no step for the button back. */
export function navigate(change: Partial<Address>, how: 'push' | 'replace' = 'push'): void {
  const href = hrefOf(change);
  if (how === 'push') history.pushState(null, '', href);
  else history.replaceState(null, '', href);
  tellAll();
}

/** The address of the page. A component that uses it is drawn again when it changes. */
export function useAddress(): Address {
  const [search, setSearch] = useState(location.search);
  useEffect(() => {
    const changed = () => setSearch(location.search);
    listeners.add(changed);
    addEventListener('popstate', changed);
    changed();
    return () => {
      listeners.delete(changed);
      removeEventListener('popstate', changed);
    };
  }, []);
  return parseAddress(search, usual);
}
