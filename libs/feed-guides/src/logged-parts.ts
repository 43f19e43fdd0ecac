import type { Logged, LoggedParts } from '@app/contracts';
import { ROW, takeTable } from './markdown.js';

/** How each part of a log is called in the table of a page, in its order. */
const LABELS: Readonly<Record<keyof LoggedParts, string>> = {
  address: "visitors' addresses",
  host: 'hosts',
  country: 'countries',
  fetch_headers: '`Sec-Fetch` headers',
  static_files: 'files of pages',
};
const PARTS = Object.keys(LABELS) as (keyof LoggedParts)[];
/** A cell begins with one of these, or says what must be changed. Behind a comma follows a note. */
const LEVEL = /^(yes|no)(?:, (.*))?$/;

/**
 * Returns what the log of a sender has, from the table of its page.
 *
 * @throws Error for a table with other rows
 */
export function loggedPartsIn(page: string, outcome: string): LoggedParts {
  const lines = outcome.split('\n');
  const before = lines.findIndex((line) => ROW.test(line));
  const [, ...rows] = takeTable(lines.slice(Math.max(before, 0)));
  const labels = rows.map(([label]) => label);
  if (labels.join('|') !== Object.values(LABELS).join('|'))
    throw new Error(`docs/feeds/${page} has other rows than ${Object.values(LABELS).join(', ')}`);
  return Object.fromEntries(
    PARTS.map((part, index) => [part, loggedIn(rows[index]?.[1] ?? '')]),
  ) as LoggedParts;
}

function loggedIn(cell: string): Logged {
  const [, level, note] = LEVEL.exec(cell) ?? [];
  if (level === 'yes' || level === 'no') return { has: level, note: note ?? null };
  return { has: 'with_changes', note: cell };
}
