import { z } from 'zod';

export const MAX_ENTRIES_PER_REQUEST = 1000;

/** A client has null for what its visitor did not send, so null means the same as an empty text. */
const visitorText = z
  .string('must be a string')
  .nullable()
  .transform((value) => value ?? '');
const optionalText = z
  .string('must be a string')
  .nullish()
  .transform((value) => value ?? undefined);
const optionalCount = z
  .number('must be a number of at least 0')
  .min(0, 'must be a number of at least 0')
  .nullish();

const STATUS_CODE = 'must be an integer from 0 to 999';

/**
 * One log entry as a shipper sends it. The schema checks only types and required fields: a mistake
 * here is the shipper's and refuses the whole batch. Texts that a visitor controls are sanitised
 * afterwards and never refuse a batch. Unknown fields are ignored.
 */
export const logEntrySchema = z.object(
  {
    timestamp: z.union(
      [z.string(), z.number()],
      'must be an ISO 8601 string or a number of milliseconds',
    ),
    method: z.string('must be a string'),
    host: visitorText,
    path: z.string('must be a string'),
    status_code: z.int(STATUS_CODE).min(0, STATUS_CODE).max(999, STATUS_CODE),
    ip: visitorText,
    user_agent: visitorText,
    referer: optionalText,
    query_params: z.record(z.string(), z.unknown(), 'must be an object').nullish(),
    content_type: optionalText,
    signature_agent: optionalText.describe(
      'the header `Signature-Agent` as it was sent; it names agents that have the user agent of a plain browser',
    ),
    bytes_sent: optionalCount,
    duration_ms: optionalCount,
  },
  'must be an object',
);

export type LogEntryInput = z.infer<typeof logEntrySchema>;

/** The type of a log entry before validation, with optional fields that may be missing. */
export type SentLogEntry = z.input<typeof logEntrySchema>;

/** One log entry after validation and sanitising. This is what is queued, classified and stored. */
export interface LogEntry {
  /** Time of the logged request, epoch milliseconds UTC. */
  time: number;
  /** Upper case; `OTHER` when the text was not a token of at most 32 characters. */
  method: string;
  /** Lower case, without port; `""` when the text was not a host. */
  host: string;
  /** Pathname of at most 2048 bytes; starts with `/`. */
  path: string;
  /** 0 to 999. */
  statusCode: number;
  /** IPv4 or IPv6 in canonical form, cut as IP_STORAGE says before it is queued; or null. */
  ip: string | null;
  /** At most 1024 characters; may be empty. */
  userAgent: string;
  /** Without query and fragment, or null. */
  referer: string | null;
  /** Present when the request was for a static file, which websites may leave out. */
  isStaticFile?: true;
  /**
   * The host that the header Signature-Agent names, in canonical form; absent when there is none,
   * as in nearly all requests. It is a claim like the user agent.
   */
  signatureAgent?: string;
}
