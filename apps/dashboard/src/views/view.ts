import type { ComponentChild } from 'preact';
import type { Address } from '../address/address.js';
import type { Website } from '../api/types.js';

/** What every view gets. Everything else it asks the API for. */
export interface ViewProps {
  address: Address;
  website: Website;
  /** The current day in the chosen time zone. */
  today: string;
}

/** One view of the page. */
export interface View {
  /** In the address, as `view=`. */
  name: string;
  title: string;
  Component: (props: ViewProps) => ComponentChild;
}
