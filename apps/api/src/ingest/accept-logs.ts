import { randomUUID } from 'node:crypto';
import type { Clock, KeyHolder } from '@app/access';
import { type IpStorage, type LogEntry, storedAddress } from '@app/contracts';
import type { ApiMetrics, Logger } from '@app/observability';
import { isRedisUnable, type LogQueue } from '@app/queue';
import { type IdempotencyKeys, isInfrastructureError } from '@app/storage';
import { ApiError, unavailable } from '../http/api-error.js';
import { type AccountShares, costOf } from '../overload/account-shares.js';
import { createOnce } from './once.js';
import type { ReadEntries } from './read-entries.js';

export interface AcceptLogsDependencies {
  queue: LogQueue;
  shares: AccountShares;
  idempotencyKeys: IdempotencyKeys;
  clock: Clock;
  /** Tells when a batch was accepted, because the database tells when a website was deleted. */
  databaseClock: Clock;
  metrics: Pick<ApiMetrics, 'fieldsSanitised' | 'entriesAccepted' | 'batchesQueued'>;
  logger: Logger;
  /** 0 means that entries from 2000-01-01 on are accepted. */
  retentionDays: number;
  ipStorage: IpStorage;
}

export interface LogRequest {
  /** The caller's id of the request, or a new one. It joins the log lines of both sides. */
  requestId: string;
  /** The holder of a Bot Tracking Key. */
  caller: KeyHolder;
  /** The decompressed body; undefined when there is none. */
  body: Buffer | undefined;
  /** The function that reads the body on this route. */
  read: ReadEntries;
  /** Value of the `Idempotency-Key` header, 1 to 255 characters. */
  idempotencyKey: string | undefined;
}

export const ACCEPT_LOGS = Symbol('AcceptLogs');
/**
 * Accepts the entries of one request. When it resolves to N, the queue holds all N entries durably.
 */
export type AcceptLogs = (request: LogRequest) => Promise<number>;

export function createAcceptLogs(dependencies: AcceptLogsDependencies): AcceptLogs {
  const { clock, databaseClock, metrics, logger, retentionDays, ipStorage, shares } = dependencies;
  const once = createOnce(dependencies.idempotencyKeys);

  return async function acceptLogs(request) {
    const { caller, body = Buffer.alloc(0), read, idempotencyKey } = request;
    const reading = read(body, { now: clock.now(), retentionDays });
    if ('refusal' in reading) throw ApiError.of(reading.refusal);
    const { entries, sanitised } = reading;
    // What is queued is written to disks, and files of a store keep it for a while.
    for (const entry of entries) entry.ip = storedAddress(entry.ip, ipStorage);
    if (entries.length > 0) {
      await (idempotencyKey === undefined
        ? enqueue(randomUUID(), request, entries)
        : once({ lineageId: caller.lineageId, key: idempotencyKey }, body, (id) =>
            enqueue(id, request, entries),
          ));
    }
    for (const [field, reasons] of Object.entries(sanitised))
      for (const [reason, count] of Object.entries(reasons))
        metrics.fieldsSanitised.inc({ field, reason }, count);
    metrics.entriesAccepted.inc(entries.length);
    return entries.length;
  };

  async function enqueue(id: string, request: LogRequest, entries: LogEntry[]): Promise<void> {
    const { accountId, websiteId } = request.caller;
    const ids = { requestId: request.requestId, batchId: id };
    if (websiteId === null) throw new Error('A Bot Tracking Key has a website');
    try {
      const receivedAt = databaseClock.now();
      const turn = shares.turnOf(accountId);
      await dependencies.queue.enqueue({ id, accountId, websiteId, receivedAt, entries, turn });
      shares.note(accountId, costOf(entries.length, request.body?.length ?? 0));
      metrics.batchesQueued.inc({ turn });
      logger.debug({ ...ids, entries: entries.length }, 'batch queued');
    } catch (error) {
      if (!isInfrastructureError(error) && !isRedisUnable(error))
        logger.error({ err: error, ...ids }, 'enqueue failed');
      throw unavailable(
        'The queue does not take entries now; send this request again',
        'queue_away',
      );
    }
  }
}
