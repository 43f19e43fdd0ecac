import type { Address } from '../address/address.js';
import { ALL_DAYS, isWithin } from '../address/bounds.js';
import { previousOf, spanOf } from '../address/days.js';
import { withChange } from '../tables/change-column.js';
import type { Column } from '../tables/table.js';
import type { ViewProps } from './view.js';

type Counts<Count extends string> = Readonly<Record<Count, number | null>>;
/** A row of a list that the API compares with the days before. */
interface Compared<Count extends string> {
  compared?: Counts<Count> | null;
  previous?: Counts<Count> | null;
}

/**
 * Returns what a list is asked with where the days before are shown beside: nothing where they are
 * not, or where a shared link may not show them.
 */
export function askedComparison({ address, today, shared }: ViewProps): { compare?: 'previous' } {
  const isShown = address.compare && hasDaysBefore({ address, today, shared });
  return isShown ? { compare: 'previous' } : {};
}

/**
 * Returns the columns of a list, with the change of a count where the days before are shown beside.
 *
 * @param count the API's name of the count and of the column that shows it
 */
export const withComparison = <Count extends string, Row extends Compared<Count>>(
  { compare }: Address,
  columns: readonly Column<Row>[],
  count: Count,
): readonly Column<Row>[] =>
  compare ? withChange(columns, count, (counts: Counts<Count>) => counts[count]) : columns;

/** Tells whether the days before may be shown. */
export const hasDaysBefore = ({
  address,
  today,
  shared,
}: Pick<ViewProps, 'address' | 'today' | 'shared'>): boolean =>
  isWithin(previousOf(spanOf(address.days, today)), shared ?? ALL_DAYS);
