import { randomUUID } from 'node:crypto';
import { sha256 } from '../log-delivery/read/batch.js';
import type { LogSource } from '../log-delivery/read/log-source.js';
import { findPlace, type Place } from '../log-delivery/resume/find-place.js';
import { HEAD_BYTES, type RecordStore, type StoredRecord } from '../log-delivery/resume/records.js';

/** Which log a file is, and where its delivery continues. */
export interface WhichLog {
  /** The first bytes of the file. */
  head: Buffer;
  place: Place;
}

/**
 * Finds which log a file is, by its first bytes and by the line that was sent last. Of several
 * records that fit, the one of this very file comes first.
 *
 * @param id device and inode of the file
 * @param isFree tells which records may be meant
 */
export async function whichLog(
  source: LogSource,
  id: string,
  store: RecordStore,
  isFree: (stored: StoredRecord) => boolean,
): Promise<WhichLog> {
  const head = await source.head(HEAD_BYTES);
  const known = (await store.find(head)).filter(
    // Without an entry, only the file itself tells that it is the same log.
    (stored) => isFree(stored) && (isOf(stored, id) || stored.record.entries > 0),
  );
  known.sort((one, other) => Number(isOf(other, id)) - Number(isOf(one, id)));
  return { head, place: await findPlace(source, known, newOrigin()) };
}

const isOf = ({ record }: StoredRecord, id: string): boolean => record.followed?.id === id;

/**
 * Returns the chain at the start of a log that is not known. Two logs that begin with the same
 * lines are two logs, so their requests must have different names.
 */
export function newOrigin(): string {
  return sha256(`botgauge/ship 1 ${randomUUID()}`);
}
