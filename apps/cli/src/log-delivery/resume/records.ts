import { randomUUID } from 'node:crypto';
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { LogFormatName } from '@app/log-formats';
import { CommandError } from '../../program/failure.js';
import { type LastLine, type Position, sha256 } from '../read/batch.js';

/** The service and the website into which a log was imported. */
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
  format: LogFormatName;
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

/** How many bytes of a log's start identify it. */
export const HEAD_BYTES = 64 * 1024;
const SUFFIX = '.json';

/** The folder for records, unless the operator names another one. */
export const defaultFolder = (): string =>
  join(homedir(), '.local', 'state', 'botgauge', 'imports');

/** A record and the file in which it is kept. */
export interface StoredRecord {
  path: string;
  record: LogRecord;
}

/** Keeps the records of logs that go to one target as files, one per log. */
export class RecordStore {
  private constructor(readonly folder: string) {}

  /**
   * Opens the records of a target.
   *
   * @throws CommandError when the folder cannot be written
   */
  static async open(folder: string, { url, website }: Target): Promise<RecordStore> {
    const path = join(folder, `${website}-${sha256(url).slice(0, 12)}`);
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new CommandError(
        `What was imported cannot be kept in ${path} (${(error as NodeJS.ErrnoException).code}): ` +
          'set IMPORT_STATE_DIR to a permanent folder that you can write to.',
        { cause: error },
      );
    }
    return new RecordStore(path);
  }

  /** Returns the records of logs that start like this one, the most similar first. */
  async find(head: Buffer): Promise<StoredRecord[]> {
    const found = (await this.all()).filter(({ record }) => isHeadOf(record, head));
    return found.sort((a, b) => b.record.head.bytes - a.record.head.bytes);
  }

  /** Returns every record. */
  async all(): Promise<StoredRecord[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(SUFFIX));
    const found: StoredRecord[] = [];
    for (const name of names) {
      const path = join(this.folder, name);
      const record = parseRecord(await readFile(path, 'utf8'));
      if (record) found.push({ path, record });
    }
    return found;
  }

  /** Returns a path for the record of a log that has none. It ends with `.json`. */
  newPath(name: string): string {
    const readable = name
      .replace(/^.*\//, '')
      .replace(/[^\w.-]+/g, '_')
      .slice(-60);
    return join(this.folder, `${readable}-${randomUUID().slice(0, 8)}${SUFFIX}`);
  }

  /** Returns the path for the rejects of a run, unless the operator names a file. */
  rejectsPath(now: number): string {
    const moment = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
    return join(this.folder, `rejects-${moment}.log`);
  }

  /**
   * Replaces the whole record in one step: even after `kill -9` or a power cut, a reader sees the
   * old one or the new one, and the new one when this has returned.
   */
  async save({ path, record }: StoredRecord): Promise<void> {
    const draft = `${path}.${process.pid}`;
    await synced(draft, 'w', (file) => file.writeFile(`${JSON.stringify(record)}\n`));
    await rename(draft, path);
    await synced(this.folder, 'r', async () => undefined);
  }

  async forget({ path }: StoredRecord): Promise<void> {
    await rm(path, { force: true });
  }
}

/** Opens a file or a folder, and returns when everything in it is on the disk. */
async function synced(
  path: string,
  flags: 'r' | 'w',
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns the head of a log as a record keeps it. */
export function headOf(head: Buffer): LogRecord['head'] {
  return { bytes: head.length, sha256: sha256(head.toString('latin1')) };
}

function isHeadOf({ head: { bytes, sha256: hash } }: LogRecord, head: Buffer): boolean {
  return bytes > 0 && bytes <= head.length && headOf(head.subarray(0, bytes)).sha256 === hash;
}

/**
 * Returns undefined when the text is not a record of this release. Such a log is imported from its
 * start.
 */
function parseRecord(text: string): LogRecord | undefined {
  try {
    const record = JSON.parse(text) as LogRecord;
    return record.version === 1 ? record : undefined;
  } catch {
    return undefined;
  }
}
