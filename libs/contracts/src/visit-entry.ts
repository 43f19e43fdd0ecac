import { z } from 'zod';
import { SHOWN_FIELDS, SHOWN_SHAPE } from './fields/field-lists.js';
import { VISIT_FIELDS } from './fields/visit-fields.js';

/** A visit as it is stored, one by one. The first fields are those of the log entry. */
export const visitEntrySchema = z.object(SHOWN_SHAPE);
export type VisitEntry = z.infer<typeof visitEntrySchema>;

/** A visit of GPTBot, for the documentation. */
export const EXAMPLE_VISIT = Object.fromEntries(
  SHOWN_FIELDS.map((name) => [name, VISIT_FIELDS[name].example]),
) as VisitEntry;
