import { statement } from '../database/statement.js';
import type { UpkeepTask } from './upkeep.js';

const DELETE_EXPIRED = statement('upkeep/delete_expired');

const PAUSE_MS = 10 * 60_000;

/** Deletes expired ledger rows, idempotency keys and limiter windows, every ten minutes. */
export function expiryTask(): UpkeepTask {
  return {
    name: 'expiry',
    async *round(client) {
      await client.query(DELETE_EXPIRED);
      return { pauseMs: PAUSE_MS };
    },
  };
}
