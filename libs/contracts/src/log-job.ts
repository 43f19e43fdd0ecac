import { z } from 'zod';

/** A batch without its entries. */
const batchHeadSchema = z.object({
  /** Identity of the batch (UUID): ledger key. */
  id: z.uuid(),
  /** Internal id of the account that sent it; entries never cross accounts. */
  accountId: z.int(),
  /** Internal id of the tracking key's own website, for hosts that match no website. */
  websiteId: z.int(),
  /** When the batch was accepted, epoch milliseconds UTC. */
  receivedAt: z.int(),
  /** Number of its entries. */
  count: z.int().min(1),
});

export type BatchHead = z.infer<typeof batchHeadSchema>;

/** Entries: columns as JSON, raw-deflated, base64. */
const payloadSchema = z.base64();

/** One batch; its id is the job's. */
const singleSchema = batchHeadSchema.extend({ v: z.literal(1), payload: payloadSchema });

/** Small batches of requests that came together; their entries stand one batch after the other. */
const groupSchema = z.object({
  v: z.literal(2),
  batches: z.array(batchHeadSchema).min(1),
  payload: payloadSchema,
});

/** The newest version of a job's data that this release can read. */
export const LOG_JOB_VERSION = 2;

/**
 * The data of a job. Jobs written by an older release are still in the queue during a rolling deploy:
 * new fields must be optional, and a changed meaning needs a new version.
 */
export const logJobSchema = z.discriminatedUnion('v', [singleSchema, groupSchema]);

export type LogJob = z.infer<typeof logJobSchema>;
