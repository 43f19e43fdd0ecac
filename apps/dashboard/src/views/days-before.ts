import { ALL_DAYS, isWithin } from '../address/bounds.js';
import { previousOf, spanOf } from '../address/days.js';
import type { ViewProps } from './view.js';

type DaysProps = Pick<ViewProps, 'address' | 'today' | 'shared'>;

/** Tells whether the days before may be shown: a shared link may have none. */
export const hasDaysBefore = ({ address, today, shared }: DaysProps): boolean =>
  isWithin(previousOf(spanOf(address.days, today)), shared ?? ALL_DAYS);

/** Returns what a report is asked with to be compared with the days before, where they may be shown. */
export const askedWithDaysBefore = (props: DaysProps): { compare?: 'previous' } =>
  hasDaysBefore(props) ? { compare: 'previous' } : {};
