import { type LogResult, totalOf, totalOfSkips, type SkipCounts } from '@app/log-delivery';
import { count } from '@app/report-text';

/**
 * Returns the last line of a run: `9,999 entries, 1 rejected, 10,000 lines in 2.0 s (5,000
 * lines/s)`.
 */
export function summaryLine(results: LogResult[], seconds: number): string {
  const { entries, rejected, skipped, before, lines } = totalOf(results);
  const rate = count(lines / Math.max(seconds, 0.001));
  return [
    `${count(entries)} ${entries === 1 ? 'entry' : 'entries'}`,
    `${count(rejected)} rejected`,
    ...skippedText(skipped),
    ...(before > 0 ? [`${count(before)} lines imported before`] : []),
    `${count(lines)} lines in ${seconds.toFixed(1)} s (${rate} lines/s)`,
  ].join(', ');
}

/** Returns `3 skipped (2 subrequest, 1 validation)`, or nothing. */
function skippedText(skipped: SkipCounts): string[] {
  const total = totalOfSkips(skipped);
  if (total === 0) return [];
  const reasons = Object.entries(skipped).map(([reason, skips]) => `${count(skips)} ${reason}`);
  return [`${count(total)} skipped (${reasons.join(', ')})`];
}
