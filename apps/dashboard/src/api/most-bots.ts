import type { Address } from '../address/address.js';
import { askedBots, askedDays, askedDaysOfBots, askedDimension, askedPages } from './asked.js';

/** Of so many bots the page offers filters and shows the first ones: both ask once. */
const MOST = 100;

/** Asks for the bots that came most, with the filters or of all bots. */
export function askedMostBots(address: Address, isFiltered: boolean) {
  if (!isFiltered) return { ...askedDays(address), limit: MOST };
  return {
    ...askedDaysOfBots(address),
    ...askedBots(address),
    ...askedPages(address),
    ...askedDimension(address),
    limit: MOST,
  };
}
