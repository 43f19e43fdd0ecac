import type { LogEntry, TimestampBounds } from '@app/contracts';
import type { Refusal } from '../http/api-error.js';
import type { SanitisedFields } from './sanitise-entry.js';

/** What a body holds. */
export interface Entries {
  entries: LogEntry[];
  /** What visitors had put into fields of these entries and was put right. */
  sanitised: SanitisedFields;
}

/**
 * How the route of a sender reads a body: its bytes, decompressed, as log entries, or why none of them
 * is taken. A reader is pure and knows everything about the envelope of its sender (one array, lines,
 * base64 within JSON, …), and nothing of keys, queues and answers. A sender with another envelope is
 * another function of this type, in a file of its own beside this one, and a route that names it.
 */
export type ReadEntries = (body: Buffer, bounds: TimestampBounds) => Entries | { refusal: Refusal };
