import type { Address } from '../address/address.js';
import { type Compared, withChange } from '../tables/change-column.js';
import type { Column } from '../tables/table.js';
import { askedWithDaysBefore } from './days-before.js';
import type { ViewProps } from './view.js';

/** Returns what a list is asked with: to be compared only where Compare is on. */
export const askedComparison = (props: ViewProps): { compare?: 'previous' } =>
  props.address.compare ? askedWithDaysBefore(props) : {};

/**
 * Returns the columns of a list, with the change of a count where the days before are shown beside.
 *
 * @param count the API's name of the count and of the column that shows it
 */
export const withComparison = <Count extends string, Row extends Compared<Count>>(
  { compare }: Address,
  columns: readonly Column<Row>[],
  count: Count,
): readonly Column<Row>[] => (compare ? withChange(columns, count) : columns);
