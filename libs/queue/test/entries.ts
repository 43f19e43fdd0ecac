import { type BatchHead, LOG_JOB_VERSION, type LogEntry, type LogJob } from '@app/contracts';
import { entriesOf } from '../src/entry-columns.js';
import { packEntries } from '../src/pack-entries.js';
import { decodeColumns, encodeColumns } from '../src/payload.js';

/** Turns entries into a queue payload. */
export function encodeEntries(entries: readonly LogEntry[]): string {
  return encodeColumns(packEntries(entries));
}

/** Turns a queue payload back into entries. Entries with the same text share it. */
export function decodeEntries(payload: string, count: number): LogEntry[] {
  return entriesOf(decodeColumns(payload, count));
}

/** Returns the data of a job of one batch. */
export function jobOf(batch: BatchHead, payload: string): LogJob & { batches: [BatchHead] } {
  return { v: LOG_JOB_VERSION, batches: [batch], payload };
}
