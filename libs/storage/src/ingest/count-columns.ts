import { valuesOf } from '../compose/compose.js';
import {
  ADD_COUNTS,
  BUCKET_COLUMNS,
  countedColumns,
  isAppended,
  WRITTEN,
  type WrittenColumn,
} from '../roll-ups/add-counts.js';
import type { RollUpName } from '../roll-ups/roll-ups.js';
import { textArray } from './array-literals.js';
import { BIGINT, binaryArray, DOUBLE, INTEGER, MOMENT, SMALLINT } from './binary-arrays.js';
import type { SkippedRequests } from './visit.js';
import type { CountedRows } from './counted-roll-up.js';
import type { SpoofedVisit, VisitCounts } from './visit-counts.js';

const NUMBERS = {
  ...{ smallint: SMALLINT, integer: INTEGER, bigint: BIGINT, float8: DOUBLE },
  'timestamptz(3)': MOMENT,
};

/** Returns counts column by column, as the parameters of the statement that adds them. */
export function countColumnsOf(
  { rollUps, spoofed }: VisitCounts,
  skipped: readonly SkippedRequests[],
): unknown[] {
  const columns = WRITTEN.map((name) => columnsOf(name, rollUps.get(name) as CountedRows));
  return valuesOf(ADD_COUNTS, {
    ...(Object.assign({}, ...columns) as Record<string, unknown>),
    ...spoofedColumns(spoofed),
    'skipped.website_id': binaryArray(INTEGER, skipped, ({ websiteId }) => websiteId),
    'skipped.bucket': binaryArray(DOUBLE, skipped, ({ day }) => day / 1_000),
    'skipped.requests': binaryArray(BIGINT, skipped, ({ requests }) => requests),
  });
}

function columnsOf(name: RollUpName, counted: CountedRows): Record<string, Buffer | string> {
  const read = (columns: readonly WrittenColumn[]) =>
    columns.map((column) => [column.name, columnOf(counted, column)] as const);
  const of = isAppended(name) ? Object.entries(rangesOf(counted)) : read(BUCKET_COLUMNS);
  const sent = [...of, ...read(countedColumns(name))];
  return Object.fromEntries(sent.map(([column, values]) => [`${name}.${column}`, values]));
}

/** Returns which rows are of which website and bucket. */
function rangesOf({ rows, bucketOf, reader }: CountedRows): Record<string, Buffer> {
  const firsts: number[] = [];
  for (let at = 0; at < rows.length; at++)
    if (at === 0 || bucketOf(rows[at] as number) !== bucketOf(rows[at - 1] as number))
      firsts.push(at);
  const ofFirst = (column: string) => {
    const value = reader(column) as (row: number) => number;
    return (first: number) => value(rows[first] as number);
  };
  const lasts = firsts.map((_, range) => firsts[range + 1] ?? rows.length);
  return {
    website_id: binaryArray(INTEGER, firsts, ofFirst('website_id')),
    bucket: binaryArray(DOUBLE, firsts, ofFirst('bucket')),
    first: binaryArray(INTEGER, firsts, (first) => first + 1),
    last: binaryArray(INTEGER, lasts, (last) => last),
  };
}

function columnOf({ rows, reader }: CountedRows, { name, type }: WrittenColumn): Buffer | string {
  const value = reader(name);
  if (type === 'text') return textArray(rows, value as (row: number) => string | null);
  const numbers = NUMBERS[type as keyof typeof NUMBERS];
  return binaryArray(numbers, rows, value as (row: number) => number | null);
}

function spoofedColumns(spoofed: readonly SpoofedVisit[]): Record<string, Buffer | string> {
  const times = binaryArray(DOUBLE, spoofed, ({ time }) => time);
  return {
    'spoofed.website_id': binaryArray(INTEGER, spoofed, ({ websiteId }) => websiteId),
    'spoofed.bucket': binaryArray(DOUBLE, spoofed, ({ day }) => day),
    'spoofed.bot_id': binaryArray(INTEGER, spoofed, ({ botId }) => botId),
    'spoofed.ip': textArray(spoofed, ({ ip }) => ip),
    'spoofed.page_id': binaryArray(BIGINT, spoofed, ({ pageId }) => pageId),
    'spoofed.visits': binaryArray(BIGINT, spoofed, () => 1),
    'spoofed.first_seen': times,
    'spoofed.last_seen': times,
  };
}
