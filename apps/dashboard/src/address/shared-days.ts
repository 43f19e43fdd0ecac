import { type Address, USUAL_DAYS } from './address.js';
import { allDays, type Bounds, hasBounds, isWithin } from './bounds.js';
import { addDays, type Days, previousOf, type Span, spanOf } from './days.js';

const USUAL_LENGTH = 30;
/** The part of the view of bots that shows new ones. */
const NEW_BOTS = 'new';

/**
 * Returns the days as far as they are shown; where none of them is, the last month that is. A period
 * that is shown wholly stays one that moves on with the days.
 */
export function daysWithin(days: Days, bounds: Bounds, today: string): Days {
  const span = spanOf(days, today);
  if (isWithin(span, bounds)) return days;
  const { from, to } = bounds;
  const start = from !== null && from > span.start ? from : span.start;
  const end = to !== null && to < span.end ? to : span.end;
  return start <= end ? { start, end } : lastDays(bounds, today, USUAL_LENGTH);
}

/** Returns the days that a link opens on: all that it shows, where it has a first day. */
export function openingDays(bounds: Bounds, today: string): Days {
  const { to } = bounds;
  const all = allDays(bounds, today);
  return all ?? (to !== null && to < today ? lastDays(bounds, today, USUAL_LENGTH) : USUAL_DAYS);
}

function lastDays(bounds: Bounds, today: string, count: number): Span {
  const { from, to } = bounds;
  const latest = to !== null && to < today ? to : today;
  const end = from !== null && latest < from ? from : latest;
  const start = addDays(end, 1 - count);
  return { start: from !== null && start < from ? from : start, end };
}

/** Returns what an address asks for, as far as the link shows it. */
export function addressWithin(address: Address, bounds: Bounds, today: string): Address {
  if (!hasBounds(bounds)) return address;
  const days = daysWithin(address.days, bounds, today);
  const before = previousOf(spanOf(days, today));
  return {
    ...address,
    days,
    // Days of another time zone begin and end outside.
    timezone: undefined,
    compare: address.compare && isWithin(before, bounds),
    // Who is new, the days before tell.
    tab: bounds.from !== null && address.tab === NEW_BOTS ? undefined : address.tab,
  };
}
