import type { Clock, KeyHolder } from '@app/access';
import type { EntryColumns, StaticFileTest } from '@app/contracts';
import type { IdempotencyKeys } from '@app/storage';
import type { DeliveryNotes } from '../feed-health/delivery-notes.js';
import type { FeedWatch } from '../feed-health/feed-watch.js';
import { ApiError } from '../http/api-error.js';
import type { AccountShares } from '../overload/account-shares.js';
import type { ReadingTurns } from '../overload/reading-turns.js';
import { createOnce } from './once.js';
import { countAccepted, type QueueBatch, type QueueBatchDependencies } from './queue-batch.js';
import type { ReadEntries } from './read-entries.js';

export interface AcceptLogsDependencies extends Pick<QueueBatchDependencies, 'metrics'> {
  queueBatch: QueueBatch;
  shares: Pick<AccountShares, 'turnOf'>;
  readingTurns: ReadingTurns;
  idempotencyKeys: IdempotencyKeys;
  clock: Clock;
  feedWatch: FeedWatch;
  /** 0 means that entries from 2000-01-01 on are accepted. */
  retentionDays: number;
  isStaticFile: StaticFileTest;
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
  const { clock, queueBatch, shares, readingTurns, feedWatch } = dependencies;
  const { retentionDays, isStaticFile } = dependencies;
  const once = createOnce(dependencies.idempotencyKeys);

  return async function acceptLogs(request) {
    const place = { caller: request.caller, feed: CUSTOM };
    const { processed } = await feedWatch.over(place, (notes) => accept(request, notes));
    return processed;
  };

  async function accept(request: LogRequest, notes: DeliveryNotes) {
    const { caller, body = Buffer.alloc(0), read, idempotencyKey } = request;
    await readingTurns.next(shares.turnOf(caller.accountId));
    const reading = read(body, { now: clock.now(), retentionDays, isStaticFile });
    if ('refusal' in reading) throw ApiError.of(reading.refusal);
    const { entries, sanitised } = reading;
    const enqueue = (id?: string, receivedAt?: number) =>
      queueBatch({ ...batchOf(request, id, entries), receivedAt });
    notes.entries(entries);
    if (entries.count > 0) {
      await (idempotencyKey === undefined
        ? enqueue()
        : once({ lineageId: caller.lineageId, key: idempotencyKey }, body, enqueue));
    }
    countAccepted(dependencies, entries.count, sanitised);
    return { processed: entries.count, skipped: 0, rejected: 0, reasons: {} };
  }
}

/** The name of this way among the feeds. */
export const CUSTOM = 'custom';

function batchOf(
  { requestId, caller, body }: LogRequest,
  id: string | undefined,
  entries: EntryColumns,
) {
  return { id, requestId, caller, entries, bytes: body?.length ?? 0 };
}
