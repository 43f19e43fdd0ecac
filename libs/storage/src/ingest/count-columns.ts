import { textArray } from './array-literals.js';
import { BIGINT, binaryArray, DOUBLE, INTEGER, SMALLINT } from './binary-arrays.js';
import type { SkippedRequests } from './visit.js';
import type { HourCount, PageCount, VisitCounts } from './visit-counts.js';

/** Returns counts column by column, in the order of the parameters of `add_counts.sql`. */
export function countColumnsOf(
  counts: VisitCounts,
  skipped: readonly SkippedRequests[],
): (Buffer | string)[] {
  const { statuses, lateHours, latePages, referrals, clients, spoofed } = counts;
  return [
    binaryArray(INTEGER, statuses, ({ websiteId }) => websiteId),
    binaryArray(DOUBLE, statuses, ({ hour }) => hour),
    binaryArray(INTEGER, statuses, ({ botId }) => botId),
    binaryArray(SMALLINT, statuses, ({ statusCode }) => statusCode),
    binaryArray(BIGINT, statuses, ({ visits }) => visits),
    binaryArray(INTEGER, lateHours, ({ websiteId }) => websiteId),
    binaryArray(DOUBLE, lateHours, ({ hour }) => hour),
    binaryArray(INTEGER, lateHours, ({ botId }) => botId),
    ...sumColumns(lateHours),
    binaryArray(DOUBLE, lateHours, ({ first }) => first),
    binaryArray(DOUBLE, lateHours, ({ last }) => last),
    binaryArray(INTEGER, latePages, ({ websiteId }) => websiteId),
    binaryArray(DOUBLE, latePages, ({ day }) => day),
    binaryArray(INTEGER, latePages, ({ botId }) => botId),
    binaryArray(BIGINT, latePages, ({ pageId }) => pageId),
    ...sumColumns(latePages),
    binaryArray(INTEGER, referrals, ({ websiteId }) => websiteId),
    binaryArray(DOUBLE, referrals, ({ hour }) => hour),
    textArray(referrals, ({ source }) => source),
    binaryArray(BIGINT, referrals, ({ visits }) => visits),
    binaryArray(INTEGER, clients, ({ websiteId }) => websiteId),
    binaryArray(DOUBLE, clients, ({ day }) => day),
    textArray(clients, ({ browser }) => browser),
    textArray(clients, ({ os }) => os),
    textArray(clients, ({ device }) => device),
    binaryArray(BIGINT, clients, ({ visits }) => visits),
    binaryArray(INTEGER, spoofed, ({ websiteId }) => websiteId),
    binaryArray(DOUBLE, spoofed, ({ day }) => day),
    binaryArray(INTEGER, spoofed, ({ botId }) => botId),
    textArray(spoofed, ({ ip }) => ip),
    binaryArray(BIGINT, spoofed, ({ pageId }) => pageId),
    binaryArray(BIGINT, spoofed, () => 1),
    binaryArray(DOUBLE, spoofed, ({ time }) => time),
    binaryArray(DOUBLE, spoofed, ({ time }) => time),
    binaryArray(INTEGER, skipped, ({ websiteId }) => websiteId),
    binaryArray(DOUBLE, skipped, ({ day }) => day / 1_000),
    binaryArray(BIGINT, skipped, ({ requests }) => requests),
  ];
}

/** A count by verdict is null when there is none: it then takes no room in its row. */
function sumColumns(rows: (HourCount | PageCount)[]): (Buffer | string)[] {
  return [
    binaryArray(BIGINT, rows, ({ visits }) => visits),
    binaryArray(BIGINT, rows, ({ errors }) => errors),
    binaryArray(BIGINT, rows, ({ verified }) => verified || null),
    binaryArray(BIGINT, rows, ({ spoofed }) => spoofed || null),
    binaryArray(BIGINT, rows, ({ unverifiable }) => unverifiable || null),
  ];
}
