import { signs } from '../src/signs.js';
import type { Sign } from '../src/signs.js';
import type { EvidenceRow } from './evidence.js';

/** A day on which suites judge, in days after the begin of 2000: 2026-11-20. */
export const DAY = 9_820;

/** A visitor of a website in one hour of a day. By default it asked for a page and nothing else. */
export interface Visitor extends Partial<EvidenceRow> {
  has?: Sign[];
  /** How many different pages there are among those that were asked for. */
  differentPages?: number;
}

let last = 0;

/** Returns the row of a visitor that has address and agent for itself, with a browser of the day. */
export function aVisitor({ has = ['page'], differentPages = 1, ...fields }: Visitor = {}) {
  last += 1;
  const pages = fields.pages ?? differentPages;
  return {
    ...{ visitors: last, addresses: last, agents: last, released: DAY, signs: signs(...has) },
    ...{ requests: Math.max(pages, 1), visits: Math.max(pages, 1), pages },
    pathsLow: 2 ** Math.min(differentPages, 31) - 1,
    pathsHigh: 2 ** Math.max(differentPages - 31, 0) - 1,
    lastMs: 60_000,
    ...fields,
  };
}

/** Returns visitors that load the files of a page: what makes a log one that has files. */
export function readers(count: number, visitor: Visitor = {}) {
  const has: Sign[] = ['page', 'ownFile', 'style', 'picture', 'referer'];
  return Array.from({ length: count }, () =>
    aVisitor({ ...visitor, has: [...has, ...(visitor.has ?? [])] }),
  );
}
