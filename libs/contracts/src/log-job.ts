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
   * and when there was no key to seal it with. What is wrong with it never makes a job unreadable.
   */
  sealed: z.string().optional(),
});

export type BatchHead = z.infer<typeof batchHeadSchema>;

/** The version of job data that this release writes and reads. */
export const LOG_JOB_VERSION = 1;
/**
 * The last version of builds before the first release, which began at 1, too. Version 2 of a release
 * would be taken for theirs, so the next one is 7.
 */
export const LAST_UNRELEASED_JOB_VERSION = 6;

/**
 * The data of a job: a large batch, or small batches of requests that came together. During a
 * rolling deploy the queue still holds jobs of an older release. So new fields must be optional, and
 * a changed meaning needs a new version.
 */
export const logJobSchema = z.object({
  v: z.literal(LOG_JOB_VERSION),
  batches: z.array(batchHeadSchema).min(1),
  /** The entries of one batch after the other, as Base64. */
  payload: z.base64(),
});

export type LogJob = z.infer<typeof logJobSchema>;
