import type { LogEntry } from '@app/contracts';
import { derivedId } from './derived-id.js';

/** An entry and its place in the batch, from 0. */
export interface PlacedEntry {
  entry: LogEntry;
  position: number;
}

/** Entries of one batch that are written in one transaction, under a ledger id of their own. */
export interface BatchPart {
  id: string;
  entries: PlacedEntry[];
}

/** A transaction holds a few locks on every chunk it writes to; the server's room for them is shared. */
export const MOST_CHUNKS = 100;
const DAY_MS = 86_400_000;

/**
 * A batch in parts that each touch at most 100 chunks of `chunkDays` days; almost always itself. The
 * same batch is always split alike, and each part has a ledger id of its own, so that a part that was
 * written before is not written again.
 */
export function splitBatch(batch: BatchPart, chunkDays: number): BatchPart[] {
  const chunkOf = ({ entry }: PlacedEntry) => Math.floor(entry.time / (chunkDays * DAY_MS));
  const chunks = [...new Set(batch.entries.map(chunkOf))].sort((a, b) => a - b);
  if (chunks.length <= MOST_CHUNKS) return [batch];
  const places = new Map(chunks.map((chunk, place) => [chunk, place]));
  const partOf = (placed: PlacedEntry) =>
    Math.floor((places.get(chunkOf(placed)) ?? 0) / MOST_CHUNKS);
  const count = Math.ceil(chunks.length / MOST_CHUNKS);
  return Array.from({ length: count }, (_, part) => ({
    id: part === 0 ? batch.id : derivedId(batch.id, String(part)),
    entries: batch.entries.filter((placed) => partOf(placed) === part),
  }));
}

/** A part of two entries or more in two halves, alike every time, with ledger ids of their own. */
export function halve(part: BatchPart): [BatchPart, BatchPart] {
  const middle = Math.ceil(part.entries.length / 2);
  return [
    { id: derivedId(part.id, 'first half'), entries: part.entries.slice(0, middle) },
    { id: derivedId(part.id, 'second half'), entries: part.entries.slice(middle) },
  ];
}
