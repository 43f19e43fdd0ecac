import { statement } from '../database/statement.js';
import { unlessBusy } from './unless-busy.js';
import type { UpkeepTask } from './upkeep.js';

/** As often as TimescaleDB's own policy for chunks of a week. */
const PAUSE_MS = 12 * 3_600_000;
/** When to try again what another session has kept busy. */
const BUSY_PAUSE_MS = 10 * 60_000;
const FIND_CHUNKS = statement('upkeep/find_chunks_to_compress.timescale');
const COMPRESS = statement('upkeep/compress_chunk.timescale');

/**
 * Compresses raw visits half a day after their chunk ended, one chunk at a time. TimescaleDB has a policy
 * for this, but some releases of PostgreSQL end its background job with an error, and nobody would
 * notice before the disk is full.
 */
export function compressionTask(): UpkeepTask {
  return {
    name: 'compression',
    async *round(client) {
      const { rows: chunks } = await client.query<{ chunk: string }>(FIND_CHUNKS);
      let busy = 0;
      for (const { chunk } of chunks) {
        yield;
        // At its end, compressing needs the chunk for itself.
        if (!(await unlessBusy(client, () => client.query(COMPRESS, [chunk])))) busy++;
      }
      return {
        pauseMs: busy > 0 ? BUSY_PAUSE_MS : PAUSE_MS,
        ...(chunks.length > 0 ? { done: { compressed: chunks.length - busy, busy } } : {}),
      };
    },
  };
}
