import type { Composed } from '../src/compose/compose.js';
import { REPORTS_OF_WEBSITE, REPORTS_OF_WEBSITES } from '../src/reports/statements/statements.js';
import { VERDICT_STATEMENTS } from '../src/people/verdict-statements.js';
import { ADD_COUNTS } from '../src/roll-ups/add-counts.js';
import { COUNTED_TABLES } from '../src/roll-ups/backup.js';
import { VERDICT_TABLES } from '../src/roll-ups/judged-roll-ups.js';
import { MAKE_PAGE_DIGEST } from '../src/roll-ups/make-page-digest.js';
import { FIND_UNMERGED, MERGE_COUNTS } from '../src/roll-ups/merge-counts.js';
import { BEGIN_REPAIR, RECOUNT, SPOOFED_HOURS } from '../src/roll-ups/recount.js';
import { VERIFY_PEOPLE } from '../src/roll-ups/verify-people.js';
import { VERIFY_ROLL_UPS, WEBSITES_WITH_ROWS } from '../src/roll-ups/verify-roll-ups.js';

/** Every statement that is composed, so that its text can be read and explained. */
export const COMPOSED: readonly Composed[] = [
  ADD_COUNTS,
  FIND_UNMERGED,
  ...MERGE_COUNTS,
  BEGIN_REPAIR,
  ...RECOUNT,
  SPOOFED_HOURS,
  MAKE_PAGE_DIGEST,
  VERIFY_ROLL_UPS,
  VERIFY_PEOPLE,
  WEBSITES_WITH_ROWS,
  ...REPORTS_OF_WEBSITE,
  ...REPORTS_OF_WEBSITES,
  ...VERDICT_STATEMENTS.flatMap(({ replace, forget }) => [replace, forget]),
  ...VERDICT_TABLES.flatMap(({ replace, forget }) => [replace, forget]),
  ...COUNTED_TABLES.flatMap(({ rows }) => rows ?? []),
];
