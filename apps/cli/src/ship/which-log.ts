import { randomUUID } from 'node:crypto';
import {
  findPlace,
  HEAD_BYTES,
  type LogSource,
  type Place,
  type RecordStore,
  type StoredRecord,
} from '@app/log-delivery';
import { sha256 } from '../log-delivery/sha256.js';

/** Which log a file is, and where its delivery continues. */
export interface WhichLog {
  /** The first bytes of the file. */
  head: Uint8Array;
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
  return { head, place: await findPlace(source, known, sha256, newOrigin()) };
}

const isOf = ({ record }: StoredRecord, id: string): boolean => record.followed?.id === id;

/**
 * Returns the chain at the start of a log that is not known. Two logs that begin with the same
 * lines are two logs, so their requests must have different names.
 */
export function newOrigin(): string {
  return sha256(`botgauge/ship 1 ${randomUUID()}`);
}
