import { valuesOf } from '../compose/compose.js';
import { ADD_COUNTS, WRITTEN, writtenColumns } from '../roll-ups/add-counts.js';
import { textArray } from './array-literals.js';
import { BIGINT, binaryArray, DOUBLE, INTEGER, SMALLINT } from './binary-arrays.js';
import type { SkippedRequests } from './visit.js';
import type { CountedRows } from './counted-roll-up.js';
import type { SpoofedVisit, VisitCounts } from './visit-counts.js';

const NUMBERS = { smallint: SMALLINT, integer: INTEGER, bigint: BIGINT, float8: DOUBLE };

/** Returns counts column by column, as the parameters of the statement that adds them. */
export function countColumnsOf(
  { rollUps, spoofed }: VisitCounts,
  skipped: readonly SkippedRequests[],
): unknown[] {
  const columns = WRITTEN.flatMap((name) =>
    writtenColumns(name).map(
      (column) =>
        [`${name}.${column.name}`, columnOf(rollUps.get(name) as CountedRows, column)] as const,
    ),
  );
  return valuesOf(ADD_COUNTS, {
    ...Object.fromEntries(columns),
    ...spoofedColumns(spoofed),
    'skipped.website_id': binaryArray(INTEGER, skipped, ({ websiteId }) => websiteId),
    'skipped.bucket': binaryArray(DOUBLE, skipped, ({ day }) => day / 1_000),
    'skipped.requests': binaryArray(BIGINT, skipped, ({ requests }) => requests),
  });
}

function columnOf(
  { rows, reader }: CountedRows,
  { name, type }: { name: string; type: string },
): Buffer | string {
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
