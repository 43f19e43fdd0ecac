import type { EntryColumns, StaticFileTest, TimestampBounds } from '@app/contracts';
import type { Refusal } from '../http/api-error.js';
import type { SanitisedFields } from './sanitised-fields.js';

/** What decides whether entries are accepted, and in which form. */
export interface EntryRules extends TimestampBounds {
  isStaticFile: StaticFileTest;
}

/** The entries of a body. */
export interface Entries {
  entries: EntryColumns;
  /** Counts the values from visitors that were sanitised in these entries. */
  sanitised: SanitisedFields;
}

/**
 * Reads the body of a sender's route: takes the decompressed bytes and returns log entries, or the
 * reason why none of them is accepted. A reader is pure. It knows everything about the envelope of
 * its sender (one array, lines, base64 within JSON, …), and nothing about keys, queues and answers.
 * A sender with another envelope gets another function of this type in a new file beside this one,
 * and a route that names it.
 */
export type ReadEntries = (body: Buffer, rules: EntryRules) => Entries | { refusal: Refusal };
