/** Reports and lists as text for a terminal. Pure: the caller prints the returned text. */
export { paintFor } from './paint.js';
export type { Paint } from './paint.js';
export { renderReport } from './report.js';
export type { Report } from './report-data.js';
export type { DailyVisitors } from './visitors-part.js';
export { table } from './table.js';
export type { Cell, Column } from './table.js';
export { count, listInWords, printable, printableJson, printableLines } from './text.js';
