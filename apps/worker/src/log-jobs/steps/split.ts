import { type BatchHead, type EntryColumns, firstAndLast } from '@app/contracts';
import { v5 as derivedId } from 'uuid';
import type { DecodedBatch } from './decode.js';

/** Entries of one batch that are written in one transaction, under their own ledger id. */
export interface Part {
  batch: BatchHead;
  /** The same id at every delivery, so that a part that was written before is not written again. */
  id: string;
  /** The ids of the parts that this one is a half of. */
  halfOf: readonly string[];
  /** All entries of the batch. */
  entries: EntryColumns;
  /** The places of the part's entries in the batch, ascending. */
  places: Uint32Array;
}

/**
 * A transaction holds a few locks on every chunk that it writes to, and all transactions share the
 * server's room for locks. No chunk is shorter than a day, so a part never touches more chunks than
 * it has days.
 */
export const MOST_DAYS = 100;
const DAY_MS = 86_400_000;

/**
 * The second step: divides a batch into parts, each with the visits of at most 100 days. There is
 * almost always one part. The same batch is always divided in the same way, whatever the settings
 * are, and each part has its own id.
 */
export function split({ batch, entries }: DecodedBatch): Part[] {
  const places = new Uint32Array(entries.count);
  for (let place = 0; place < places.length; place++) places[place] = place;
  const whole = [{ batch, id: batch.id, halfOf: [], entries, places }];
  if (daysFromFirstToLast(entries.time) <= MOST_DAYS) return whole;
  const days = [...new Set(Array.from(entries.time, dayOf))].sort((a, b) => a - b);
  if (days.length <= MOST_DAYS) return whole;
  const partOfDay = new Map(days.map((day, place) => [day, Math.floor(place / MOST_DAYS)]));
  return Array.from({ length: Math.ceil(days.length / MOST_DAYS) }, (_, part) => ({
    batch,
    id: part === 0 ? batch.id : derivedId(`part ${part}`, batch.id),
    halfOf: [],
    entries,
    places: places.filter((place) => partOfDay.get(dayOf(entries.time[place] as number)) === part),
  }));
}

/** Nearly all batches are of one day or two, and this costs much less than to list their days. */
function daysFromFirstToLast(times: Float64Array): number {
  const { first, last } = firstAndLast(times);
  return dayOf(last) - dayOf(first) + 1;
}

const dayOf = (time: number) => Math.floor(time / DAY_MS);

/**
 * Divides a part of two or more entries into two halves with their own ledger ids, in the same way
 * every time.
 */
export function halve(part: Part): [Part, Part] {
  const { id, places } = part;
  const middle = Math.ceil(places.length / 2);
  const both = { ...part, halfOf: [...part.halfOf, id] };
  return [
    { ...both, id: derivedId('first half', id), places: places.subarray(0, middle) },
    { ...both, id: derivedId('second half', id), places: places.subarray(middle) },
  ];
}
