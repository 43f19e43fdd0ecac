import type { Address } from '../address/address.js';
import type { Shared } from '../api/session.js';
import type { Website } from '../api/types.js';
import type { Lazy } from '../lazy/lazily.js';

/** What every view gets. Everything else it asks the API for. */
export interface ViewProps {
  address: Address;
  website: Website;
  /** The current day in the chosen time zone. */
  today: string;
  /**
   * The shared link that is shown; undefined in an account. Its readers may not ask for other days,
   * nor for what came from where.
   */
  shared?: Shared | undefined;
}

/** One view of the page, whose script is loaded when it is opened. */
export interface View extends Lazy<ViewProps> {
  /** In the address, as `view=`. */
  name: string;
  title: string;
  /** Set when it shows no visits of chosen days, so that days and filters are not offered. */
  isWithoutVisits?: true;
}

/** Views about the same, behind one link of the header. Several of them are tabs below it. */
export interface ViewGroup {
  /** The single key that leads to it. It is the same for readers who do not have all groups. */
  key: string;
  title: string;
  views: readonly [View, ...View[]];
}
