import {
  type BatchHead,
  type EntryColumns,
  LAST_UNRELEASED_JOB_VERSION,
  LOG_JOB_VERSION,
  type LogJob,
  logJobSchema,
} from '@app/contracts';
import { decodeColumns, sliceColumns } from '@app/queue';

/** A batch with its entries, in the order in which they were sent. */
export interface DecodedBatch {
  batch: BatchHead;
  entries: EntryColumns;
}

export type Decoded =
  | { kind: 'batches'; batches: DecodedBatch[] }
  /** A newer release wrote the job; a worker of that release will understand it. */
  | { kind: 'unknown_version'; version: unknown }
  /** No worker of this release will ever understand the job. */
  | { kind: 'unreadable'; reason: string };

/** The first step: reads the data of a job into batches with their entries. It never throws. */
export function decode(data: unknown): Decoded {
  const version = typeof data === 'object' && data !== null && 'v' in data ? data.v : undefined;
  if (typeof version === 'number' && version > LAST_UNRELEASED_JOB_VERSION)
    return { kind: 'unknown_version', version };
  if (typeof version === 'number' && version !== LOG_JOB_VERSION)
    return unreadable(
      `the job has version ${version}, and this release reads version ${LOG_JOB_VERSION}`,
    );
  const job = logJobSchema.safeParse(data);
  if (!job.success)
    return unreadable(`the job does not have the fields of version ${LOG_JOB_VERSION}`);
  try {
    return { kind: 'batches', batches: decodeBatches(job.data) };
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

function unreadable(reason: string): Decoded {
  return { kind: 'unreadable', reason };
}

function decodeBatches({ batches, payload }: LogJob): DecodedBatch[] {
  const count = batches.reduce((sum, batch) => sum + batch.count, 0);
  const entries = decodeColumns(payload, count);
  let taken = 0;
  return batches.map((batch) => ({
    batch,
    entries: sliceColumns(entries, taken, (taken += batch.count)),
  }));
}
