import type { Counts } from './oracle.js';
import type { QueueName } from '../support/stores.js';

/** `not run`: the reason is in `remarks`. */
export type Result = 'ok' | 'FAILED' | 'not run';

/** The result of one fault on one queue backend. */
export interface Row {
  id: string;
  name: string;
  queue: QueueName;
  result: Result;
  counts?: Counts;
  seconds: number;
  /** Figures, and promises that were not kept. */
  remarks: string[];
}

const COUNTS = [
  'acked',
  'refused',
  'unknown',
  'retried',
  'stored',
  'dead',
  'lost',
  'doubled',
  'foreign',
] as const satisfies (keyof Counts)[];
const HEADINGS = ['#', 'fault', 'queue', ...COUNTS, 'seconds', 'result'];
const TEXTS = [1, 2, HEADINGS.length - 1];

/** Renders one line per fault, with its remarks below. */
export function renderTable(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.id,
    row.name,
    row.queue,
    ...COUNTS.map((name) => row.counts?.[name].toLocaleString('en') ?? '-'),
    row.seconds.toFixed(0),
    row.result,
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const line = (texts: string[]) =>
    texts
      .map((text, column) => {
        const width = widths[column] ?? 0;
        return TEXTS.includes(column) ? text.padEnd(width) : text.padStart(width);
      })
      .join('  ')
      .trimEnd();
  const indent = ' '.repeat((widths[0] ?? 0) + 2);
  return [
    line(HEADINGS),
    ...rows.flatMap((row, index) => [
      line(cells[index] ?? []),
      ...row.remarks.map((remark) => `${indent}  ${remark}`),
    ]),
  ].join('\n');
}
