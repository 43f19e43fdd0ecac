import { count } from '@app/report-text';
import type { LogResult } from './log-result.js';

/** All logs of a run together. */
export function totalOf(results: LogResult[]) {
  const sum = (field: 'entries' | 'rejected' | 'before' | 'lines') =>
    results.reduce((total, result) => total + result[field], 0);
  return {
    entries: sum('entries'),
    rejected: sum('rejected'),
    before: sum('before'),
    lines: sum('lines'),
  };
}

/** The last line of a run: `9,999 entries, 1 rejected, 10,000 lines in 2.0 s (5,000 lines/s)`. */
export function summaryLine(results: LogResult[], seconds: number): string {
  const { entries, rejected, before, lines } = totalOf(results);
  const rate = count(lines / Math.max(seconds, 0.001));
  return [
    `${count(entries)} ${entries === 1 ? 'entry' : 'entries'}`,
    `${count(rejected)} rejected`,
    ...(before > 0 ? [`${count(before)} lines imported before`] : []),
    `${count(lines)} lines in ${seconds.toFixed(1)} s (${rate} lines/s)`,
  ].join(', ');
}
