import { createHash, randomUUID } from 'node:crypto';
import type { IdempotencyKeys } from '@app/storage';
import { ApiError } from '../http/api-error.js';

/** An `Idempotency-Key` of a Bot Tracking Key and of the keys that continue it by rotation. */
export interface RequestName {
  lineageId: number;
  key: string;
}

/**
 * Queues a batch under an id that is the same at each attempt. `since` is when the first attempt
 * came, by the clock of the database, in epoch milliseconds.
 */
type Enqueue = (batchId: string, since: number) => Promise<void>;

/**
 * Returns a function that completes `enqueue` at most once for a request with a name. The name is
 * written before the enqueue, so that a repeated request can never become a second batch.
 *
 * It throws ApiError IDEMPOTENCY_CONFLICT while a request with the same name is under way, and
 * IDEMPOTENCY_KEY_REUSED when that request had another body.
 */
export function createOnce(idempotencyKeys: IdempotencyKeys) {
  return async function once(name: RequestName, body: Buffer, enqueue: Enqueue): Promise<void> {
    const bodySha256 = createHash('sha256').update(body).digest();
    const verdict = await idempotencyKeys.begin({ ...name, bodySha256, batchId: randomUUID() });
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
        return proceed(name, () => enqueue(verdict.batchId, verdict.since));
    }
  };

  async function proceed(name: RequestName, enqueue: () => Promise<void>): Promise<void> {
    try {
      await enqueue();
    } catch (error) {
      // This may fail. Then the client's next attempt waits until the lease runs out.
      await idempotencyKeys.release(name).catch(() => undefined);
      throw error;
    }
    await idempotencyKeys.finish(name);
  }
}
