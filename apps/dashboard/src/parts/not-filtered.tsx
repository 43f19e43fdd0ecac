import type { Filters } from '../address/address.js';

/** Says that filters do not change this part, where there are any. */
export function NotFiltered({ filters }: { filters: Filters }) {
  if (Object.keys(filters).length === 0) return null;
  return <p class="summary">Of all visitors: filters do not change this list.</p>;
}
