import {
  CARRIED_FIELDS,
  type EntryColumns,
  mustBeSent,
  NO_VALUE,
  parseTimestamp,
  type SanitisedField,
  SENT_FIELDS,
  type SentField,
  type TextColumn,
  textColumns,
  VISIT_FIELDS,
} from '@app/contracts';
import { parseJson } from '../http/parse-json.js';
import {
  areAllowed,
  checkedAddresses,
  checkedIntegers,
  checkedTexts,
  checkedTimes,
} from './checked-columns.js';
import { type ColumnIn, columnsIn, type ColumnsIn } from './columns-in.js';
import { EntryBatch } from './entry-batch.js';
import type { Entries, EntryRules, ReadEntries } from './read-entries.js';
import { countSanitised, type SanitisedFields } from './sanitised-fields.js';
import { staticFilesIn } from './static-files.js';
import { MAX_FAULTS, refusalOf, validateEntry } from './validate-entry.js';

/**
 * Reads a body of the type `LOG_COLUMNS_TYPE`: the entries that the same values would be one by one,
 * with the same rules and the same words for what is wrong. A text that entries share is looked at
 * once.
 */
export const readColumns: ReadEntries = (body, rules) => {
  const json = parseJson(body, { expected: 'log entries as columns' });
  if ('refusal' in json) return json;
  const columns = columnsIn(json.value);
  if ('refusal' in columns) return columns;
  if (columns.count === 0)
    return { entries: new EntryBatch(rules.isStaticFile).columns(), sanitised: {} };
  return checked(columns, rules) ?? { refusal: refusalOf(faultsOf(columns, rules)) };
};

/** Returns the entries, or undefined when one of them is refused. */
function checked({ count, columns }: ColumnsIn, rules: EntryRules): Entries | undefined {
  const sanitised: SanitisedFields = {};
  const textsOf = (field: SentField) =>
    checkedTexts(field, columns.get(field), count, (reason) =>
      countSanitised(sanitised, field as SanitisedField, reason),
    );
  const time = checkedTimes(columns.get('timestamp') as ColumnIn, count, rules);
  const statusCode = checkedIntegers('status_code', columns.get('status_code'), count);
  const found = checkedAddresses(columns.get('ip'), count, (reason) =>
    countSanitised(sanitised, 'ip', reason),
  );
  const contentType = textsOf('content_type');
  if (!time || !statusCode || !found || !contentType || !areUnusedAllowed(columns))
    return undefined;
  const texts = new Map<string, TextColumn<string | null>>();
  for (const { field, name } of CARRIED_FIELDS) {
    const column = textsOf(field);
    if (!column) return undefined;
    texts.set(name, column);
  }
  const path = texts.get('path') as TextColumn;
  const files = { count, path, statusCode, contentType };
  const entries: EntryColumns = {
    ...{ count, time, statusCode },
    ...{ addresses: found.addresses, claimedAddresses: found.claimed },
    staticFiles: staticFilesIn(files, rules.isStaticFile),
    ...textColumns((name) => texts.get(name) as TextColumn<string | null>),
  };
  return { entries, sanitised };
}

/** The fields that are checked and dropped. */
const UNUSED = SENT_FIELDS.filter((field) => VISIT_FIELDS[field].lives === 'nowhere');

function areUnusedAllowed(columns: ColumnsIn['columns']): boolean {
  return UNUSED.every((field) => {
    const column = columns.get(field);
    return !column || areAllowed(field, column);
  });
}

/** Returns what is wrong with the first entries that are refused. */
function faultsOf({ count, columns }: ColumnsIn, rules: EntryRules): string[] {
  const faults: string[] = [];
  const isWrong = wrongRows(columns, count, rules);
  for (let row = 0; row < count && faults.length < MAX_FAULTS; row++) {
    // Only these are put together and checked as a whole: many entries may share what is large.
    if (isWrong[row] === 0) continue;
    const result = validateEntry(entryAt(columns, row), `entries[${row}]`, rules);
    if ('faults' in result) faults.push(...result.faults);
  }
  return faults;
}

/** Returns 1 for each entry that is refused, and looks at each value once. */
function wrongRows(columns: ColumnsIn['columns'], count: number, rules: EntryRules): Uint8Array {
  const rows = new Uint8Array(count);
  for (const field of SENT_FIELDS) {
    const column = columns.get(field);
    const ofMissing = mustBeSent(field) ? 1 : 0;
    if (!column) rows.fill(1, 0, ofMissing * count);
    else markWrong(rows, column, ofMissing, (value) => isRefused(field, value, rules));
  }
  return rows;
}

function markWrong(
  rows: Uint8Array,
  { values, indexes }: ColumnIn,
  ofMissing: number,
  isWrong: (value: unknown) => boolean,
): void {
  const known = new Map<number, number>([[NO_VALUE, ofMissing]]);
  for (let row = 0; row < rows.length; row++) {
    const index = indexes[row] as number;
    let wrong = known.get(index);
    if (wrong === undefined) known.set(index, (wrong = isWrong(values[index]) ? 1 : 0));
    if (wrong === 1) rows[row] = 1;
  }
}

function isRefused(field: SentField, value: unknown, rules: EntryRules): boolean {
  const { success } = VISIT_FIELDS[field].sent.safeParse(value);
  if (!success || field !== 'timestamp') return !success;
  return 'fault' in parseTimestamp(value as string | number, rules);
}

function entryAt(columns: ColumnsIn['columns'], row: number): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  for (const [field, { values, indexes }] of columns) {
    const index = indexes[row] as number;
    if (index !== NO_VALUE) entry[field] = values[index];
  }
  return entry;
}
