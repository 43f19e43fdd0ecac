import type { ComparedTimeOfList } from '@app/contracts';
import type { HourRange } from '@app/storage';
import { periodOf } from './calendar.js';
import type { ComparedTimes } from './compared-times.js';

/** Counts of the rows of a list, by what tells a row from the others. */
export type CountsByKey<Key, Counts> = ReadonlyMap<Key, Counts>;

/** How the rows of a list are compared with the days before. */
export interface RowsCompared<Row, Key, Counts> {
  times: ComparedTimes;
  keyOf: (row: Row) => Key;
  /** The counts of a row that are compared. */
  countsOf: (row: Row) => Counts;
  /** Reads these counts of the rows, in whole hours. A row that had no visits then has none. */
  read: (hours: HourRange) => Promise<CountsByKey<Key, Counts>>;
}

/** A row beside what is compared of it: null while nothing of the period is over. */
export type ComparedRow<Row, Counts> = Row & {
  compared?: Counts | null;
  previous?: Counts | null;
};

/** What the answer of a list says of its comparison. */
export interface SaidOfComparison {
  compared?: ComparedTimeOfList;
  previous?: { period: { start: string; end: string } };
}

export interface ComparedList<Row, Counts> {
  rows: ComparedRow<Row, Counts>[];
  said: SaidOfComparison;
}

/**
 * Compares the rows of a list. What came before only is no row.
 *
 * @param how undefined leaves the list as it is
 */
export async function compareList<Row, Key, Counts extends object>(
  rows: Row[],
  how: RowsCompared<Row, Key, Counts> | undefined,
): Promise<ComparedList<Row, Counts>> {
  if (!how) return { rows: rows as ComparedRow<Row, Counts>[], said: {} };
  return { rows: await compareRows(rows, how), said: saidOf(how.times) };
}

async function compareRows<Row, Key, Counts extends object>(
  rows: readonly Row[],
  { times, keyOf, countsOf, read }: RowsCompared<Row, Key, Counts>,
): Promise<ComparedRow<Row, Counts>[]> {
  if (isNothingOver(times)) return rows.map((row) => ({ ...row, compared: null, previous: null }));
  if (rows.length === 0) return [];
  const [current, previous] = await Promise.all([
    times.unit === 'period' ? undefined : read(times.current),
    read(times.previous),
  ]);
  return rows.map((row) => {
    const counts = countsOf(row);
    const zeros = zerosOf(counts);
    return {
      ...row,
      compared: current ? (current.get(keyOf(row)) ?? zeros) : counts,
      previous: previous.get(keyOf(row)) ?? zeros,
    };
  });
}

function saidOf(times: ComparedTimes): SaidOfComparison {
  const unit = isNothingOver(times) ? null : times.unit;
  return {
    compared: { unit, until: times.until },
    previous: { period: periodOf(times.previousDays) },
  };
}

/** Tells whether none of the hours, or days, of a period is over. */
const isNothingOver = ({ current }: ComparedTimes): boolean => current.from >= current.to;

/** What is not counted with the parameters of a list is null at all times. */
function zerosOf<Counts extends object>(counts: Counts): Counts {
  const zeros = Object.entries(counts).map(([name, count]) => [name, count === null ? null : 0]);
  return Object.fromEntries(zeros) as Counts;
}
