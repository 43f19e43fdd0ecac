import { logEntrySchema, parseTimestamp } from '@app/contracts';
import { objectReader } from '../carriers/object-reader.js';
import {
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import type { JsonObject } from '../text/json-object.js';

/**
 * Reads objects in the shape of the service's own log entries. `host` may be missing.
 */
export function createEntryJsonReader(options: ReaderOptions): RecordReader {
  return objectReader((record) => readEntry(record, options));
}

function readEntry(record: JsonObject, { now, host }: ReaderOptions): RecordResult {
  const parsed = logEntrySchema.safeParse({ ...record, host: record['host'] || host });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return reject('bad_field', `has a ${issue?.path.join('.')} that ${issue?.message}`);
  }
  const verdict = parseTimestamp(parsed.data.timestamp, { now, retentionDays: 0 });
  if ('fault' in verdict) return reject('bad_time', `has a time that ${verdict.fault}`);
  return { kind: 'entry', entry: { ...parsed.data, timestamp: verdict.time } };
}
