import type pg from 'pg';
import { statement } from '../database/statement.js';

export interface IdempotentRequest {
  /** The first key of the line of rotations: all keys of the line share their names of requests. */
  lineageId: number;
  /** Value of the header `Idempotency-Key`. */
  key: string;
  bodySha256: Buffer;
  /** Used when the request is new. */
  batchId: string;
}

/**
 * What happens to a request with an `Idempotency-Key`. It may `proceed` under `batchId`, which is
 * the earlier id when a first attempt was abandoned. Otherwise it is answered as the `repeat` that
 * it is, or refused. `since` is when its first attempt came, by the clock of the database, in epoch
 * milliseconds: at each attempt, the batch counts for the websites of that moment.
 */
export type IdempotencyVerdict =
  | { kind: 'proceed'; batchId: string; since: number }
  | { kind: 'repeat' }
  | { kind: 'in_progress' }
  | { kind: 'reused' };

const LEASE_SECONDS = 30;
const BEGIN = statement('ingest/begin_idempotent_request');
const FIND = statement('ingest/find_idempotent_request');
const FINISH = statement('ingest/finish_idempotent_request');
const RELEASE = statement('ingest/release_idempotent_request');

/** Idempotency keys of accepted requests, kept for 24 hours. */
export class IdempotencyKeys {
  constructor(private readonly pool: pg.Pool) {}

  async begin(request: IdempotentRequest): Promise<IdempotencyVerdict> {
    const { lineageId, key, bodySha256, batchId } = request;
    const begun = await this.pool.query<{ batch_id: string; since_ms: number }>({
      name: 'begin_idempotent_request',
      text: BEGIN,
      values: [lineageId, key, bodySha256, batchId, LEASE_SECONDS],
    });
    const [row] = begun.rows;
    if (row) return { kind: 'proceed', batchId: row.batch_id, since: row.since_ms };
    const found = await this.pool.query<{ body_sha256: Buffer; state: string }>({
      name: 'find_idempotent_request',
      text: FIND,
      values: [lineageId, key],
    });
    const earlier = found.rows[0];
    if (earlier && !earlier.body_sha256.equals(bodySha256)) return { kind: 'reused' };
    return { kind: earlier?.state === 'done' ? 'repeat' : 'in_progress' };
  }

  /** Notes that the queue holds the batch. */
  async finish(request: { lineageId: number; key: string }): Promise<void> {
    await this.pool.query(FINISH, [request.lineageId, request.key]);
  }

  /**
   * Notes that the batch could not be queued, so that the client's next attempt may proceed at
   * once.
   */
  async release(request: { lineageId: number; key: string }): Promise<void> {
    await this.pool.query(RELEASE, [request.lineageId, request.key]);
  }
}
