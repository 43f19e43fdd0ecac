import { createHash, randomUUID } from 'node:crypto';
import type { Clock, KeyHolder } from '@app/access';
import type { LogEntry } from '@app/contracts';
import type { Logger, Metrics } from '@app/observability';
import type { LogQueue } from '@app/queue';
import { type IdempotencyKeys, isInfrastructureError } from '@app/storage';
import { ApiError, unavailable } from '../http/api-error.js';
import { parseJson } from '../http/parse-json.js';
import { validateEntries } from './validate-entries.js';

export interface AcceptLogsDependencies {
  queue: LogQueue;
  idempotencyKeys: IdempotencyKeys;
  clock: Clock;
  metrics: Metrics;
  logger: Logger;
  /** 0: entries from 2000-01-01 on. */
  retentionDays: number;
}

export interface LogRequest {
  /** Holder of a Bot Tracking Key. */
  caller: KeyHolder;
  /** Decompressed. */
  body: Buffer | undefined;
  /** Value of the `Idempotency-Key` header. */
  idempotencyKey: string | undefined;
}

/** Takes one request's entries: when it resolves to N, the queue holds N of N durably. */
export type AcceptLogs = (request: LogRequest) => Promise<number>;

const MAX_IDEMPOTENCY_KEY = 255;

export function createAcceptLogs(dependencies: AcceptLogsDependencies): AcceptLogs {
  const { idempotencyKeys, clock, metrics, logger, retentionDays } = dependencies;

  return async function acceptLogs({ caller, body, idempotencyKey }) {
    checkIdempotencyKey(idempotencyKey);
    const now = clock.now();
    const { entries, sanitised } = validateEntries(parseJson(body), { now, retentionDays });
    if (entries.length > 0) {
      await (idempotencyKey === undefined
        ? enqueue(randomUUID(), caller, entries)
        : enqueueOnce(idempotencyKey, caller, body as Buffer, entries));
    }
    for (const [field, count] of Object.entries(sanitised))
      metrics.fieldsSanitised.inc({ field }, count);
    metrics.entriesAccepted.inc(entries.length);
    return entries.length;
  };

  async function enqueue(id: string, caller: KeyHolder, entries: LogEntry[]): Promise<void> {
    const { accountId, websiteId } = caller;
    if (websiteId === null) throw new Error('A Bot Tracking Key has a website');
    try {
      const receivedAt = clock.now();
      await dependencies.queue.enqueue({ id, accountId, websiteId, receivedAt, entries });
    } catch (error) {
      if (!isInfrastructureError(error))
        logger.error({ err: error, batchId: id }, 'enqueue failed');
      throw unavailable('The queue does not take entries now; send this request again');
    }
  }

  /** The key is written before the enqueue, so that a repeat can never be a second batch. */
  async function enqueueOnce(
    key: string,
    caller: KeyHolder,
    body: Buffer,
    entries: LogEntry[],
  ): Promise<void> {
    const request = { keyId: caller.keyId, key };
    const bodySha256 = createHash('sha256').update(body).digest();
    const verdict = await idempotencyKeys.begin({ ...request, bodySha256, batchId: randomUUID() });
    switch (verdict.kind) {
      case 'repeat':
        return;
      case 'in_progress':
        throw new ApiError(
          'IDEMPOTENCY_CONFLICT',
          'A request with this Idempotency-Key is in progress; try again',
          { 'retry-after': '1' },
        );
      case 'reused':
        throw new ApiError(
          'IDEMPOTENCY_KEY_REUSED',
          'This Idempotency-Key was used with another body; use a new key for new entries',
        );
      case 'proceed':
        try {
          await enqueue(verdict.batchId, caller, entries);
        } catch (error) {
          // Best effort: without it the next try waits for the lease to run out.
          await idempotencyKeys.release(request).catch(() => undefined);
          throw error;
        }
        await idempotencyKeys.finish(request);
    }
  }
}

function checkIdempotencyKey(key: string | undefined): void {
  if (key !== undefined && (key === '' || key.length > MAX_IDEMPOTENCY_KEY)) {
    throw new ApiError(
      'VALIDATION_ERROR',
      `Idempotency-Key must have 1 to ${MAX_IDEMPOTENCY_KEY} characters`,
    );
  }
}
