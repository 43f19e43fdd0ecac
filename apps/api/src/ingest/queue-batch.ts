import type { Clock, KeyHolder } from '@app/access';
import type { EntryColumns } from '@app/contracts';
import type { ApiMetrics, Logger } from '@app/observability';
import { isRedisUnable, type LogQueue } from '@app/queue';
import { isInfrastructureError } from '@app/storage';
import { unavailable } from '../http/api-error.js';
import { type AccountShares, costOf } from '../overload/account-shares.js';
import type { CutAndSeal } from './cut-and-seal.js';
import type { SanitisedFields } from './sanitised-fields.js';

export interface QueueBatchDependencies {
  queue: LogQueue;
  shares: AccountShares;
  /** Tells when a batch was accepted, because the database tells when a website was deleted. */
  databaseClock: Clock;
  metrics: Pick<ApiMetrics, 'fieldsSanitised' | 'entriesAccepted' | 'batchesQueued'>;
  logger: Logger;
  cutAndSeal: CutAndSeal;
}

/** Entries that become one batch. */
export interface NewBatch {
  /**
   * UUID of the batch, under which the ledger counts it once, however often it is queued. Undefined
   * when nothing queues it again under its id: then the queue may join it with others.
   */
  id: string | undefined;
  /** The caller's id of the request, or a new one. It joins the log lines of both sides. */
  requestId: string;
  /** The holder of a Bot Tracking Key, or the website of a pixel. */
  caller: Pick<KeyHolder, 'accountId' | 'websiteId'>;
  /** At least one. Their addresses are cut here, as IP_STORAGE says. */
  entries: EntryColumns;
  /** What the entries were read from. */
  bytes: number;
  /**
   * When the batch came, by the clock of the database, in epoch milliseconds; by default now. It
   * counts for the websites of that moment.
   */
  receivedAt?: number | undefined;
}

export const QUEUE_BATCH = Symbol('QueueBatch');
/**
 * Puts a batch into the queue. When it resolves, the queue holds all its entries durably.
 *
 * It throws ApiError SERVICE_UNAVAILABLE when the queue does not take them.
 */
export type QueueBatch = (batch: NewBatch) => Promise<void>;

export function createQueueBatch(dependencies: QueueBatchDependencies): QueueBatch {
  const { queue, shares, databaseClock, metrics, logger, cutAndSeal } = dependencies;

  return async function queueBatch(batch) {
    const { id, requestId, caller, entries, bytes } = batch;
    const { accountId, websiteId } = caller;
    if (websiteId === null) throw new Error('A Bot Tracking Key has a website');
    try {
      const receivedAt = batch.receivedAt ?? databaseClock.now();
      const turn = shares.turnOf(accountId);
      const accepted = { id, accountId, websiteId, receivedAt, entries, turn, seal: cutAndSeal };
      const batchId = await queue.enqueue(accepted);
      shares.note(accountId, costOf(entries.count, bytes));
      metrics.batchesQueued.inc({ turn });
      logger.debug({ requestId, batchId, entries: entries.count }, 'batch queued');
    } catch (error) {
      if (!isInfrastructureError(error) && !isRedisUnable(error))
        logger.error({ err: error, requestId, batchId: id }, 'enqueue failed');
      throw unavailable(
        'The queue does not take entries now; send this request again',
        'queue_away',
      );
    }
  };
}

/** Counts what a request brought, once it is accepted. */
export function countAccepted(
  { metrics }: Pick<QueueBatchDependencies, 'metrics'>,
  entries: number,
  sanitised: SanitisedFields,
): void {
  for (const [field, reasons] of Object.entries(sanitised))
    for (const [reason, count] of Object.entries(reasons))
      metrics.fieldsSanitised.inc({ field, reason }, count);
  metrics.entriesAccepted.inc(entries);
}
