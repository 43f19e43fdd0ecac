import { createHash } from 'node:crypto';
import type { VisitBatch } from '@app/storage';

/** A transaction holds a few locks on every chunk it writes to; the server's room for them is shared. */
const MOST_CHUNKS = 100;
const DAY_MS = 86_400_000;

/**
 * A batch in parts that each touch at most 100 chunks of `chunkDays` days; almost always itself. The
 * same batch is always split alike, and each part has a ledger id of its own, so that a part that was
 * written before is not written again.
 */
export function splitBatch(batch: VisitBatch, chunkDays: number): VisitBatch[] {
  const chunkOf = (time: number) => Math.floor(time / (chunkDays * DAY_MS));
  const chunks = [...new Set(batch.visits.map(({ time }) => chunkOf(time)))].sort((a, b) => a - b);
  if (chunks.length <= MOST_CHUNKS) return [batch];
  const places = new Map(chunks.map((chunk, place) => [chunk, place]));
  const partOf = (time: number) => Math.floor((places.get(chunkOf(time)) ?? 0) / MOST_CHUNKS);
  const count = Math.ceil(chunks.length / MOST_CHUNKS);
  return Array.from({ length: count }, (_, part) => ({
    ...batch,
    id: part === 0 ? batch.id : partId(batch.id, part),
    visits: batch.visits.filter(({ time }) => partOf(time) === part),
  }));
}

/** A UUID (version 8, RFC 9562: made of a hash) that depends on nothing but the batch and the part. */
function partId(batchId: string, part: number): string {
  const hex = createHash('sha256').update(`${batchId}/${part}`).digest('hex');
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
