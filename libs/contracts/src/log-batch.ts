import { z } from 'zod';

export const LOG_BATCH_VERSION = 1;

/**
 * The queue's payload. Jobs written by an older release are still in the queue during a rolling
 * deploy: new fields must be optional, and a changed meaning needs a new version.
 */
export const logBatchSchema = z.object({
  v: z.literal(LOG_BATCH_VERSION),
  /** Identity of the batch (UUID): job id, ledger key. */
  id: z.uuid(),
  /** Internal id of the account that sent it; entries never cross accounts. */
  accountId: z.int(),
  /** Internal id of the tracking key's own website, for hosts that match no website. */
  websiteId: z.int(),
  /** When the batch was accepted, epoch milliseconds UTC. */
  receivedAt: z.int(),
  /** Number of entries in `payload`. */
  count: z.int().min(1),
  /** The entries: columns as JSON, raw-deflated, base64. */
  payload: z.base64(),
});

export type LogBatch = z.infer<typeof logBatchSchema>;
