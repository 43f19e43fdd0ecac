import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LogEntry } from '@app/contracts';

/** The fields of an entry, one column each: like stands beside like, which deflates better. */
const FIELDS = [
  'time',
  'method',
  'host',
  'path',
  'statusCode',
  'ip',
  'userAgent',
  'referer',
] as const satisfies (keyof LogEntry)[];

type Columns = { [F in (typeof FIELDS)[number]]?: LogEntry[F][] };

/** 1000 entries of at most 5.3 MB; a payload that inflates to more was not made here. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

/** Entries to a queue payload: columns as JSON, raw-deflated at the fastest level, base64. */
export function encodeEntries(entries: LogEntry[]): string {
  const columns: Required<Columns> = {
    time: entries.map((entry) => entry.time),
    method: entries.map((entry) => entry.method),
    host: entries.map((entry) => entry.host),
    path: entries.map((entry) => entry.path),
    statusCode: entries.map((entry) => entry.statusCode),
    ip: entries.map((entry) => entry.ip),
    userAgent: entries.map((entry) => entry.userAgent),
    referer: entries.map((entry) => entry.referer),
  };
  return packPayload(columns);
}

/** Any JSON in the form of a payload. In this thread: the way to another one costs more than it saves. */
export function packPayload(content: unknown): string {
  return deflateRawSync(JSON.stringify(content), { level: 1 }).toString('base64');
}

/**
 * What a payload holds.
 *
 * @throws when it is not deflated JSON
 */
export function unpackPayload(payload: string): unknown {
  const deflated = Buffer.from(payload, 'base64');
  const bytes = inflateRawSync(deflated, {
    maxOutputLength: MAX_INFLATED_BYTES,
    chunkSize: inflateChunk(deflated.length),
  });
  return JSON.parse(bytes.toString('utf8'));
}

/**
 * A queue payload back to entries.
 *
 * @throws when the payload is not what `encodeEntries` makes of `count` entries
 */
export function decodeEntries(payload: string, count: number): LogEntry[] {
  const columns = unpackPayload(payload) as Columns;
  for (const field of FIELDS) {
    if (columns[field]?.length !== count) {
      throw new Error(`Column ${field} of the batch does not have ${count} values`);
    }
  }
  return Array.from({ length: count }, (_, row) => entryAt(columns as Required<Columns>, row));
}

/** Room for everything: chunks are put together in the end, and Node's own have 16 KiB. */
function inflateChunk(deflatedBytes: number): number {
  return Math.min(Math.max(16 * deflatedBytes, 1_024), 512 * 1_024);
}

/** A literal: the engine keeps objects that are put together field by field as slow dictionaries. */
function entryAt(columns: Required<Columns>, row: number): LogEntry {
  return {
    time: columns.time[row],
    method: columns.method[row],
    host: columns.host[row],
    path: columns.path[row],
    statusCode: columns.statusCode[row],
    ip: columns.ip[row],
    userAgent: columns.userAgent[row],
    referer: columns.referer[row],
  } as LogEntry;
}
