import { z } from 'zod';
import type { Camel, CarriedField, CarriedValue } from './fields/field-lists.js';
import { SENT_SHAPE } from './fields/field-lists.js';

export const MAX_ENTRIES_PER_REQUEST = 1000;

/**
 * One log entry as a shipper sends it. The schema checks only types and required fields: a mistake
 * here is the shipper's and refuses the whole batch. Texts that a visitor controls are sanitised
 * afterwards and never refuse a batch. Unknown fields are ignored.
 */
export const logEntrySchema = z.object(SENT_SHAPE, 'must be an object');

export type LogEntryInput = z.infer<typeof logEntrySchema>;

/** The type of a log entry before validation, with optional fields that may be missing. */
export type SentLogEntry = z.input<typeof logEntrySchema>;

/** The fields that every entry has a text for. */
type WholeField = {
  [Name in CarriedField]: null extends CarriedValue<Name> ? never : Name;
}[CarriedField];

/**
 * One log entry after validation and sanitising. This is what is queued, classified and stored. A
 * text that the entry does not have is null or missing.
 */
export type LogEntry = {
  /** Time of the logged request, epoch milliseconds UTC. */
  time: number;
  /** 0 to 999. */
  statusCode: number;
  /** IPv4 or IPv6 in canonical form, cut as IP_STORAGE says before it is queued; or null. */
  ip: string | null;
  /** Present when the request was for a static file, which websites may leave out. */
  isStaticFile?: true;
  /** Present when the visitor may have made up the address: it counts, and proves nothing. */
  isAddressClaimed?: true;
} & { [Name in WholeField as Camel<Name>]: CarriedValue<Name> } & {
  [Name in Exclude<CarriedField, WholeField> as Camel<Name>]?: CarriedValue<Name>;
};
