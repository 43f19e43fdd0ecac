import { MAX_ENTRIES_PER_REQUEST, NO_VALUE, SENT_FIELDS, type SentField } from '@app/contracts';
import type { Refusal } from '../http/api-error.js';
import { refusalOf, tooManyEntries } from './validate-entry.js';

/** A column of a body. What its values are has not been checked. */
export interface ColumnIn {
  values: readonly unknown[];
  /** The place of each entry's value, or `NO_VALUE`. */
  indexes: Int16Array;
}

/** The columns of a body. All have as many entries. */
export interface ColumnsIn {
  count: number;
  columns: ReadonlyMap<SentField, ColumnIn>;
}

/** The indexes of a column that is the list of each entry's value. */
const EACH = Int16Array.from({ length: MAX_ENTRIES_PER_REQUEST }, (_, index) => index);

/**
 * Finds the columns in the JSON of a body, or why they are refused. Columns that log entries do not
 * have are ignored, as their fields are.
 */
export function columnsIn(body: unknown): ColumnsIn | { refusal: Refusal } {
  if (!isObject(body)) return refused(['the body must be an object with a column for each field']);
  const { timestamp } = body;
  if (timestamp === undefined) return refused(['the body must have the column timestamp']);
  const count = lengthOf(timestamp);
  const refusal = tooManyEntries(count);
  if (refusal) return { refusal };
  const columns = new Map<SentField, ColumnIn>();
  const faults: string[] = [];
  for (const field of SENT_FIELDS) {
    if (body[field] === undefined) continue;
    const column = columnIn(body[field], count);
    if (typeof column === 'string') faults.push(`the column ${field} ${column}`);
    else columns.set(field, column);
  }
  return faults.length > 0 ? refused(faults) : { count, columns };
}

const refused = (faults: readonly string[]) => ({ refusal: refusalOf(faults) });

/** Returns how many entries a column is of; 0 when it is none. */
function lengthOf(column: unknown): number {
  if (Array.isArray(column)) return column.length;
  return isObject(column) && Array.isArray(column.indexes) ? column.indexes.length : 0;
}

/** Returns a column, or the end of a sentence that says what is wrong with it. */
function columnIn(column: unknown, count: number): ColumnIn | string {
  const length = lengthOf(column);
  if (Array.isArray(column))
    return length === count ? { values: column, indexes: EACH } : otherLength(length, count);
  if (!isObject(column) || !Array.isArray(column.values) || !Array.isArray(column.indexes))
    return 'must be a list of values, or an object with the lists values and indexes';
  const { values, indexes } = column as { values: unknown[]; indexes: unknown[] };
  if (length !== count) return otherLength(length, count);
  if (values.length > MAX_ENTRIES_PER_REQUEST)
    return `has ${values.length} values; it may have at most ${MAX_ENTRIES_PER_REQUEST}`;
  return indexesIn(indexes, values);
}

const otherLength = (length: number, count: number) =>
  `is of ${length} entries, and timestamp of ${count}: all columns must be of as many`;

function indexesIn(indexes: readonly unknown[], values: readonly unknown[]): ColumnIn | string {
  const found = new Int16Array(indexes.length);
  for (let row = 0; row < indexes.length; row++) {
    const index = indexes[row] as number;
    if (!Number.isInteger(index) || index < NO_VALUE || index >= values.length)
      return `has at indexes[${row}] no place of one of its ${values.length} values`;
    found[row] = index;
  }
  return { values, indexes: found };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
