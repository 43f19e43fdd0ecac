import {
  type BatchHead,
  LOG_JOB_VERSION,
  type LogEntry,
  type LogJob,
  logJobSchema,
} from '@app/contracts';
import { decodeEntries } from '@app/queue';

/** A batch with its entries, in the order in which they were sent. */
export interface DecodedBatch {
  batch: BatchHead;
  entries: LogEntry[];
}

export type DecodedJob =
  | { batches: DecodedBatch[] }
  /** Of a newer release. */
  | { version: unknown }
  /** Why it cannot be read. */
  | { fault: string };

/** What a job's data holds. Never throws. */
export function decodeJob(data: unknown): DecodedJob {
  const version = typeof data === 'object' && data !== null && 'v' in data ? data.v : undefined;
  if (typeof version === 'number' && version > LOG_JOB_VERSION) return { version };
  const parsed = logJobSchema.safeParse(data);
  if (!parsed.success) return { fault: 'the job does not have the fields of version 1 or 2' };
  try {
    return { batches: decodeBatches(parsed.data) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

function decodeBatches(job: LogJob): DecodedBatch[] {
  const heads = job.v === 1 ? [job] : job.batches;
  const count = heads.reduce((sum, head) => sum + head.count, 0);
  const entries = decodeEntries(job.payload, count);
  let taken = 0;
  return heads.map((batch) => ({ batch, entries: entries.slice(taken, (taken += batch.count)) }));
}
