import type { ChosenFormat } from '@app/log-formats';
import type { Hash } from './hash.js';
import type { LastLine, Position } from './batch.js';

/** The service and the website to which a log was delivered. */
export interface Target {
  /** Base address of the API. */
  url: string;
  /** `ws_…`, or a hash of the Bot Tracking Key when no website was named. */
  website: string;
}

/** The file in which a log that is followed was last seen. */
export interface FollowedFile {
  path: string;
  /** Device and inode. Another log may get them later. */
  id: string;
  /** Whether lines may still be added to the log. */
  growing: boolean;
}

/** What is remembered about the delivery of one log. */
export interface LogRecord {
  version: 1;
  target: Target;
  /** The last name that the operator gave. A log is recognised by its content. */
  name: string;
  /** The start of the log: a number of bytes, and their hash. */
  head: { bytes: number; sha256: string };
  format: ChosenFormat;
  /** Everything before this position is accepted. Undefined means that nothing is accepted yet. */
  done: { position: Position; lastLine: LastLine; preamble: string[] } | undefined;
  /** The end of a batch that was sent before it was full, and may have been accepted. */
  cutAt: number | undefined;
  /** The number of entries of all runs. */
  entries: number;
  rejected: number;
  /** ISO 8601. */
  updatedAt: string;
  /** Whether no request was under way. */
  complete: boolean;
  /** The chain at the start of the log, if it is a log of its own whatever its content is. */
  origin?: string;
  /** Only of a log that is followed. */
  followed?: FollowedFile;
}

/** A record, and the place where it is kept: a file, or a key of a database. */
export interface StoredRecord {
  path: string;
  record: LogRecord;
}

/** Keeps the records of logs that go to one target. */
export interface RecordStore {
  /** Returns the records of logs that start like this one, the most similar first. */
  find(head: Uint8Array): Promise<StoredRecord[]>;
  /** Returns a place for the record of a log that has none. */
  newPath(name: string): string;
  /** Replaces the whole record in one step. It is kept for good when this has returned. */
  save(stored: StoredRecord): Promise<void>;
}

/** How many bytes of a log's start identify it. */
export const HEAD_BYTES = 64 * 1024;
/** So many arguments every engine takes in one call. */
const PIECE = 8_192;

/** Returns the head of a log as a record keeps it. */
export function headOf(head: Uint8Array, hash: Hash): LogRecord['head'] {
  let text = '';
  for (let at = 0; at < head.length; at += PIECE)
    text += String.fromCharCode(...head.subarray(at, at + PIECE));
  return { bytes: head.length, sha256: hash(text) };
}

/** Tells whether a log that starts with these bytes may be the one of a record. */
export function startsLike({ head }: LogRecord, start: Uint8Array, hash: Hash): boolean {
  return (
    head.bytes > 0 &&
    head.bytes <= start.length &&
    headOf(start.subarray(0, head.bytes), hash).sha256 === head.sha256
  );
}
