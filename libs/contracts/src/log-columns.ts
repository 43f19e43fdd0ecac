import { z } from 'zod';
import { SENT_FIELDS, type SentField } from './fields/field-lists.js';
import { VISIT_FIELDS } from './fields/visit-fields.js';
import { MAX_ENTRIES_PER_REQUEST } from './log-entry.js';

/** The content type of log entries as columns. */
export const LOG_COLUMNS_TYPE = 'application/vnd.botgauge.columns+json';

/** The index of a value that an entry does not have. */
export const NO_VALUE = -1;

/** A column of log entries: the value of each entry, or the values and the index of each entry's. */
export type SentColumn = unknown[] | { values: unknown[]; indexes: number[] };

/** Log entries as columns, by the names of their fields. */
export type SentColumns = Partial<Record<SentField, SentColumn>>;

function columnOf(field: SentField): z.ZodType {
  const values = z.array(VISIT_FIELDS[field].sent).max(MAX_ENTRIES_PER_REQUEST);
  const indexes = z
    .array(z.int().min(NO_VALUE))
    .max(MAX_ENTRIES_PER_REQUEST)
    .describe('for each entry, the place of its value in `values`; -1 when it has none');
  return z.union([
    values.describe('the value of each entry'),
    z.object({ values: values.describe('values, which entries may share'), indexes }),
  ]);
}

/**
 * Describes log entries as columns, for the documentation: which columns must be there follows from
 * the fields that entries must have.
 */
export const logColumnsSchema = z.object(
  Object.fromEntries(SENT_FIELDS.map((field) => [field, columnOf(field).optional()])),
);
