import { z } from 'zod';

/** A batch without its entries. */
const batchHeadSchema = z.object({
  /** Identity of the batch (UUID) and its key in the ledger. */
  id: z.uuid(),
  /**
   * Internal id of the account that sent the batch. Its entries count only for websites of this
   * account.
   */
  accountId: z.int(),
  /**
   * Internal id of the website that owns the tracking key. It gets the entries whose host fits no
   * website.
   */
  websiteId: z.int(),
  /** When the batch was accepted, epoch milliseconds UTC, by the clock of the database. */
  receivedAt: z.int(),
  /** Number of its entries. */
  count: z.int().min(1),
  /**
   * What was cut off the addresses of its entries, encrypted, for the steps that verify bots and
   * judge requests by their address. It is missing when nothing was cut off, when nobody needs it,
   * when there was no key to seal it with, and in jobs of older releases. What is wrong with it never makes a job unreadable.
   */
  sealed: z.string().optional(),
});

export type BatchHead = z.infer<typeof batchHeadSchema>;

/** The entries, as Base64. */
const payloadSchema = z.base64();

/** A job of one batch. The batch and the job have the same id. */
const singleSchema = batchHeadSchema.extend({ v: z.literal(5), payload: payloadSchema });

/**
 * Small batches of requests that came together. The payload holds their entries, one batch after
 * the other.
 */
const groupSchema = z.object({
  v: z.literal(6),
  batches: z.array(batchHeadSchema).min(1),
  payload: payloadSchema,
});

/** The same jobs in older releases, whose payloads have other forms. */
const olderSingleSchema = singleSchema.extend({ v: z.literal([1, 3]) });
const olderGroupSchema = groupSchema.extend({ v: z.literal([2, 4]) });

/** The newest version of job data that this release can read. */
export const LOG_JOB_VERSION = 6;

/**
 * The data of a job. During a rolling deploy the queue still holds jobs of an older release. So new
 * fields must be optional, and a changed meaning needs a new version.
 */
export const logJobSchema = z.discriminatedUnion('v', [
  olderSingleSchema,
  olderGroupSchema,
  singleSchema,
  groupSchema,
]);

export type LogJob = z.infer<typeof logJobSchema>;
