/**
 * Reports as text for a terminal. Pure: whoever has the numbers prints what comes back.
 */
export { paintFor, renderReports, renderTotals } from './report.js';
export type { Paint, Reports, Totals } from './report.js';
export { count, printable } from './text.js';
export { renderWebsite } from './website.js';
export type { WebsiteReport } from './website.js';
