import type { Address, Filters } from '../address/address.js';
import { askedDimension } from '../api/asked.js';

/** Says that filters do not change this list or chart, where there are any. */
export function NotFiltered({ filters, what = 'list' }: { filters: Filters; what?: string }) {
  if (Object.keys(filters).length === 0) return null;
  return <p class="summary">Of all visitors: filters do not change this {what}.</p>;
}

interface NotByDimensionProps {
  address: Address;
  /** What is not counted by hosts and countries: `Pages`. */
  what: string;
  /** Whether it is left out. Otherwise it is shown as it is without the filter. */
  isMissing?: boolean;
}

/** Says what a filter by host or country does not count, where there is one. */
export function NotByDimension({ address, what, isMissing }: NotByDimensionProps) {
  const [name] = Object.keys(askedDimension(address));
  if (!name) return null;
  return (
    <p class="summary">
      {what} are not counted by {name}
      {isMissing ? '' : `: these are of every ${name}`}.
    </p>
  );
}
