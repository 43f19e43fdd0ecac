import type { BatchHead, LogEntry } from '@app/contracts';
import { v5 as derivedId } from 'uuid';
import type { DecodedBatch } from './decode.js';

/** An entry and its place in the batch, from 0. */
export interface PlacedEntry {
  entry: LogEntry;
  position: number;
}

/** Entries of one batch that are written in one transaction, under a ledger id of their own. */
export interface Part {
  batch: BatchHead;
  /** The same at every delivery: a part that was written before is not written again. */
  id: string;
  entries: PlacedEntry[];
}

/**
 * A transaction holds a few locks on every chunk it writes to, and the server's room for them is shared.
 * No chunk is shorter than a day, so a part never touches more chunks than it has days.
 */
export const MOST_DAYS = 100;
const DAY_MS = 86_400_000;

/**
 * The second step: a batch in parts, each with the visits of at most 100 days; almost always one part. The
 * same batch is always split alike, whatever the settings are, and each part has an id of its own.
 */
export function split({ batch, entries }: DecodedBatch): Part[] {
  const placed = entries.map((entry, position) => ({ entry, position }));
  const days = [...new Set(placed.map(dayOf))].sort((a, b) => a - b);
  if (days.length <= MOST_DAYS) return [{ batch, id: batch.id, entries: placed }];
  const partOfDay = new Map(days.map((day, place) => [day, Math.floor(place / MOST_DAYS)]));
  return Array.from({ length: Math.ceil(days.length / MOST_DAYS) }, (_, part) => ({
    batch,
    id: part === 0 ? batch.id : derivedId(`part ${part}`, batch.id),
    entries: placed.filter((one) => partOfDay.get(dayOf(one)) === part),
  }));
}

const dayOf = ({ entry }: PlacedEntry) => Math.floor(entry.time / DAY_MS);

/** A part of two entries or more in two halves, alike every time, with ledger ids of their own. */
export function halve(part: Part): [Part, Part] {
  const middle = Math.ceil(part.entries.length / 2);
  return [
    { ...part, id: derivedId('first half', part.id), entries: part.entries.slice(0, middle) },
    { ...part, id: derivedId('second half', part.id), entries: part.entries.slice(middle) },
  ];
}
