import type pg from 'pg';
import { sqlstateOf } from '../database/database-error.js';
import { statement } from '../database/statement.js';
import type { UpkeepTask } from './upkeep.js';

/** As often as TimescaleDB's own policy for chunks of a week. */
const PAUSE_MS = 12 * 3_600_000;
/** When to try again what another session has kept busy. */
const BUSY_PAUSE_MS = 10 * 60_000;
/**
 * At its end, compressing needs the chunk for itself, and whoever wants to read or write there waits
 * behind it. A backup may read for hours, so it is not waited for.
 */
const LOCK_TIMEOUT = "SET lock_timeout = '5s'";
const LOCK_NOT_AVAILABLE = '55P03';

const FIND_CHUNKS = statement('upkeep/find_chunks_to_compress.timescale');
const COMPRESS = statement('upkeep/compress_chunk.timescale');

/**
 * Compresses raw visits that are older than a week, one chunk at a time. TimescaleDB has a policy
 * for this, but some releases of PostgreSQL end its background job with an error, and nobody would
 * notice before the disk is full.
 */
export function compressionTask(): UpkeepTask {
  return {
    name: 'compression',
    async *round(client) {
      await client.query(LOCK_TIMEOUT);
      const { rows: chunks } = await client.query<{ chunk: string }>(FIND_CHUNKS);
      let busy = 0;
      for (const { chunk } of chunks) {
        yield;
        if (!(await compress(client, chunk))) busy++;
      }
      return {
        pauseMs: busy > 0 ? BUSY_PAUSE_MS : PAUSE_MS,
        ...(chunks.length > 0 ? { done: { compressed: chunks.length - busy, busy } } : {}),
      };
    },
  };
}

/** Returns false when another session keeps the chunk busy. */
async function compress(client: pg.ClientBase, chunk: string): Promise<boolean> {
  try {
    await client.query(COMPRESS, [chunk]);
    return true;
  } catch (error) {
    if (sqlstateOf(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
