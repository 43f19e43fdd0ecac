import { EXAMPLE_VISIT, parseTimestamp, PERIODS, visitEntrySchema } from '@app/contracts';
import { pageOf } from '../http/answer.js';
import { integer, oneOf, text } from '../http/parameters.js';
import { STATUS } from '../http/status-codes.js';
import { route } from '../http/route.js';
import { cursorParameter } from '../reports/list-order.js';
import { BOTS, PAGE, PATH, PERIOD, TIMEZONE, VERIFICATION } from '../reports/parameters.js';

/** How far ahead of now a moment may be is not judged: what is to come has no visits. */
const ANY_TIME = { now: Date.UTC(9_999, 0), retentionDays: 0 };

/** Returns the epoch milliseconds of a moment, or undefined when the text is none. */
export function momentOf(text: string): number | undefined {
  const verdict = parseTimestamp(text, ANY_TIME);
  return 'time' in verdict ? verdict.time : undefined;
}

const moment = text(64)
  .refine(
    (value) => momentOf(value) !== undefined,
    'must be a date and time that exist, from 2000-01-01 on, such as 2026-11-20T13:00:00Z; a + in an address is written %2B',
  )
  .optional();

export const MOST_VISITS = 100_000;

export const LIST_VISITS = route({
  id: 'listVisits',
  tag: 'Reports',
  summary: 'Visits, one by one',
  description: `The visits that the reports count with the same parameters, as they are stored. Ordered by time, the oldest first. An answer has at most ${MOST_VISITS.toLocaleString('en')} visits, and those that arrive while it is read. It may have fewer than \`limit\` although there are more, because an answer looks for visits for some seconds only: the list ends where \`next_cursor\` is null. CSV and NDJSON have no place for the cursor, so the header \`Link\` has the address of the next part, \`rel="next"\`. An answer that fails on its way is broken off, so its end is missing.`,
  method: 'GET',
  path: '/api/v1/websites/:id/visits',
  access: 'api',
  names: 'website',
  query: {
    ...PERIOD,
    ...TIMEZONE,
    from: moment.describe(
      'First moment, inclusive, such as `2026-11-20T13:00:00Z`. It takes precedence over `period`, and goes with no days and no `timezone`.',
    ),
    to: moment.describe(
      'The moment before which the list ends. Default: the end of today (UTC). It needs a `from`.',
    ),
    ...BOTS,
    ...VERIFICATION,
    ...PATH,
    ...PAGE,
    status: STATUS.describe('Lists only visits with this status code, `404`, or class, `4xx`.'),
    limit: integer(1, MOST_VISITS).default(1_000).describe('Maximum number of visits.'),
    cursor: cursorParameter(
      'The `next_cursor` of the previous answer. Send it with the same parameters; only `limit` and `format` may change. The days stay those of the first answer. Visits that arrive in the meantime move no others: each visit that was there at the first answer is in the list exactly once.',
    ),
    format: oneOf(['json', 'ndjson', 'csv'])
      .default('json')
      .describe(
        '`ndjson` gives a line of JSON for each visit (`application/x-ndjson`); `csv` a line of CSV for each (`text/csv`), with the column names in the first line. Without it, the header `Accept` decides.',
      ),
  },
  answer: {
    description: 'The visits.',
    ...pageOf('visits', visitEntrySchema),
    ndjson: true,
    example: { visits: [EXAMPLE_VISIT], next_cursor: null },
  },
});

const { start_date, end_date } = PERIOD;

export const EXPORT_VISITS = route({
  id: 'exportVisits',
  tag: 'Reports',
  summary: 'All visits of a website, as one file',
  description:
    'Everything that is stored of the visits of a website, as the list of visits has it, in one answer of any length, which a browser saves as a file. Ordered by time, the oldest first. Visits that arrive while it is read are in it if their time has not been read yet. An answer that fails on its way is broken off, so its end is missing: ask for fewer days then.',
  method: 'GET',
  path: '/api/v1/websites/:id/export',
  access: 'api',
  names: 'website',
  query: {
    period: oneOf(PERIODS)
      .optional()
      .describe('Named period of days (UTC). Default: everything that is kept.'),
    start_date,
    end_date,
    format: LIST_VISITS.query.format,
  },
  answer: LIST_VISITS.answer,
});
