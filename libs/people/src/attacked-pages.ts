import { FIRST_ERROR } from '@app/contracts';
import { hasAny, SIGNS } from './signs.js';
import type { VisitorDay } from './visitor-day.js';
import type { VisitorRecords } from './visitor-records.js';

/** At least this share of a visitor's visits is to the page that it came for. */
const LEAST_SHARE = 0.8;
/** A page is attacked by at least so many visits. */
const LEAST_VISITS = 20;
/** Whoever asks for a page again and again does it so often, on average. */
const LEAST_EACH = 5;

/** The visits of automation to one page, of visitors that came for it alone. */
interface Onslaught {
  visits: number;
  errors: number;
  visitors: number;
  writers: number;
}

/**
 * Finds the visitors of automation that attack one page: they wrote to it (a log-in form, a comment), or
 * asked for it again and again in vain. Returns for each visitor the page, or 0.
 *
 * @param isAutomation tells of each visitor whether it was judged so
 */
export function attackedPages(
  { visits }: VisitorRecords,
  visitors: VisitorDay,
  isAutomation: (visitor: number) => boolean,
): Float64Array {
  const { visitorOf, signs } = visitors;
  const pages = majorities(visits, visitorOf, visitors.count);
  const all = new Int32Array(visitors.count);
  const hits = new Int32Array(visitors.count);
  const errors = new Int32Array(visitors.count);
  for (let at = 0; at < visits.count; at++) {
    const visitor = visitorOf[visits.visitors[at] as number] as number;
    increase(all, visitor);
    if (visits.pages[at] !== pages[visitor]) continue;
    increase(hits, visitor);
    if ((visits.statuses[at] as number) >= FIRST_ERROR) increase(errors, visitor);
  }
  const onslaughts = new Map<number, Onslaught>();
  for (let visitor = 0; visitor < visitors.count; visitor++) {
    const isFor = (hits[visitor] as number) >= LEAST_SHARE * (all[visitor] as number);
    if (!isFor || !isAutomation(visitor)) pages[visitor] = 0;
    const page = pages[visitor] as number;
    if (page === 0) continue;
    const one = onslaughts.get(page) ?? { visits: 0, errors: 0, visitors: 0, writers: 0 };
    onslaughts.set(page, one);
    one.visits += hits[visitor] as number;
    one.errors += errors[visitor] as number;
    one.visitors++;
    if (hasAny(signs[visitor] as number, SIGNS.bareWrite)) one.writers++;
  }
  for (let visitor = 0; visitor < visitors.count; visitor++) {
    const page = pages[visitor] as number;
    if (page > 0 && !isAttack(onslaughts.get(page) as Onslaught)) pages[visitor] = 0;
  }
  return pages;
}

function isAttack({ visits, errors, visitors, writers }: Onslaught): boolean {
  if (visits < LEAST_VISITS) return false;
  const isWritten = writers >= 0.5 * visitors;
  return isWritten || (visits >= LEAST_EACH * visitors && errors >= 0.5 * visits);
}

/**
 * Returns for each visitor the page to which more than half of its visits are, if there is one, in one
 * pass and without a list of pages for each (Boyer and Moore, "MJRTY", 1981).
 */
function majorities(
  { count, visitors: rows, pages: visited }: VisitorRecords['visits'],
  visitorOf: Int32Array,
  visitorCount: number,
): Float64Array {
  const pages = new Float64Array(visitorCount);
  const ahead = new Int32Array(visitorCount);
  for (let at = 0; at < count; at++) {
    const visitor = visitorOf[rows[at] as number] as number;
    const page = visited[at] as number;
    if (ahead[visitor] === 0) pages[visitor] = page;
    ahead[visitor] = (ahead[visitor] as number) + (pages[visitor] === page ? 1 : -1);
  }
  return pages;
}

function increase(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}
