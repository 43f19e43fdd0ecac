import type { Address, Filters } from '../address/address.js';
import { askedDimension } from '../api/asked.js';
import { texts } from '../texts/texts.js';

interface NotFilteredProps {
  filters: Filters;
  what?: 'list' | 'chart';
}

/** Says that filters do not change this list or chart, where there are any. */
export function NotFiltered({ filters, what = 'list' }: NotFilteredProps) {
  if (Object.keys(filters).length === 0) return null;
  return <p class="summary">{texts.parts.notFiltered[what]}</p>;
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
  const { notBy, notThereBy } = texts.parts;
  const [name] = Object.keys(askedDimension(address)) as (keyof typeof notBy)[];
  if (!name) return null;
  return <p class="summary">{(isMissing ? notThereBy : notBy)[name](what)}</p>;
}
