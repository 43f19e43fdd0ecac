/** Reports and lists as text for a terminal. Pure: the caller prints the returned text. */
export { paintFor, renderReport } from './report.js';
export type { Paint, Report } from './report.js';
export { table } from './table.js';
export type { Cell, Column } from './table.js';
export { count, printable, printableJson, printableLines } from './text.js';
