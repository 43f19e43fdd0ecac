import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, posix, win32 } from 'node:path';
import { childEnvironment } from '@app/config';
import {
  type LogRecord,
  type RecordStore,
  startsLike,
  type StoredRecord,
  type Target,
} from '@app/log-delivery';
import { CommandError } from '../../program/failure.js';
import { sha256 } from '../sha256.js';
import { replaceFile } from './replace-file.js';

const SUFFIX = '.json';

/** The folder for records, unless the operator names another one. */
export function defaultFolder(
  platform: NodeJS.Platform = process.platform,
  home = homedir(),
  localAppData = childEnvironment({}).LOCALAPPDATA,
): string {
  if (platform !== 'win32') return posix.join(home, '.local', 'state', 'botgauge', 'imports');
  const folder = localAppData?.trim() || win32.join(home, 'AppData', 'Local');
  return win32.join(folder, 'botgauge', 'imports');
}

/** Keeps the records of logs that go to one target as files, one per log. */
export class RecordFiles implements RecordStore {
  private constructor(readonly folder: string) {}

  /**
   * Opens the records of a target.
   *
   * @throws CommandError when the folder cannot be written
   */
  static async open(folder: string, { url, website }: Target): Promise<RecordFiles> {
    const path = join(folder, `${website}-${sha256(url).slice(0, 12)}`);
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw unkept(path, error);
    }
    return new RecordFiles(path);
  }

  /** Returns the records of logs that start like this one, the most similar first. */
  async find(head: Uint8Array): Promise<StoredRecord[]> {
    const found = (await this.all()).filter(({ record }) => startsLike(record, head, sha256));
    return found.sort((a, b) => b.record.head.bytes - a.record.head.bytes);
  }

  /**
   * Returns every record.
   *
   * @throws CommandError when one is damaged, or the folder cannot be read
   */
  async all(): Promise<StoredRecord[]> {
    const files = await readdir(this.folder).catch((error: unknown) => {
      throw unkept(this.folder, error);
    });
    const names = files.filter((name) => name.endsWith(SUFFIX));
    const found: StoredRecord[] = [];
    for (const name of names) {
      const path = join(this.folder, name);
      const record = parseRecord(path, await readFile(path, 'utf8'));
      if (record) found.push({ path, record });
    }
    return found;
  }

  /** Returns a path for the record of a log that has none. It ends with `.json`. */
  newPath(name: string): string {
    const readable = basename(name)
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
   * Replaces the whole record. It is complete on the disk when this has returned.
   *
   * @throws CommandError when the folder cannot be written
   */
  async save({ path, record }: StoredRecord): Promise<void> {
    try {
      await replaceFile(path, textOf(record));
    } catch (error) {
      throw unkept(this.folder, error);
    }
  }

  async forget({ path }: StoredRecord): Promise<void> {
    await rm(path, { force: true });
  }
}

/** The record with a checksum: a wrong place in a log would lose entries, or count them twice. */
function textOf(record: LogRecord): string {
  return `${JSON.stringify({ ...record, sha256: sha256(JSON.stringify(record)) })}\n`;
}

/**
 * Returns undefined when the text is a record of another release. Such a log is imported from its
 * start.
 *
 * @throws CommandError when it is not what was written
 */
function parseRecord(path: string, text: string): LogRecord | undefined {
  const { sha256: sum, ...record } = parsed(path, text);
  // Older releases wrote no checksum.
  if (sum !== undefined && sum !== sha256(JSON.stringify(record))) throw damaged(path);
  return record.version === 1 ? record : undefined;
}

function parsed(path: string, text: string): LogRecord & { sha256?: string } {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null)
      return value as LogRecord & { sha256?: string };
  } catch (error) {
    throw damaged(path, error);
  }
  throw damaged(path);
}

const unkept = (folder: string, cause: unknown) =>
  new CommandError(
    `What was imported cannot be kept in ${folder} (${(cause as NodeJS.ErrnoException).code}): ` +
      'set IMPORT_STATE_DIR to a permanent folder that you can write to.',
    { cause },
  );

const damaged = (path: string, cause?: unknown) =>
  new CommandError(
    `${path} is damaged: it says how far a log was sent. Bring back a copy of this file, or move it away. Without it, its log is sent again from its start, and entries that were accepted more than 24 hours ago count twice.`,
    { cause },
  );
