import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { BOT_REGISTRY } from '@app/classification';
import { ConfigError } from '@app/config';
import {
  type BotsFile,
  faultText,
  FIRST_ADDED_ID,
  MOST_BYTES,
  type RowFault,
} from './bots-file.js';
import { findClashes } from './find-clashes.js';
import { readRows } from './read-rows.js';

/** How many faults a start shows. `registry check` shows all of them. */
const MOST_FAULTS = 20;
const NOT_UTF8 = 'the file is damaged, or it is not UTF-8: save it as UTF-8';

export type ReadFile =
  | { readonly kind: 'file'; readonly file: BotsFile }
  | { readonly kind: 'faults'; readonly faults: readonly RowFault[] };

/**
 * Reads the file that BOTS_FILE names, for a process that starts. Returns undefined when it names
 * none.
 *
 * @throws ConfigError with everything that is wrong with the file
 */
export async function loadBotsFile(path: string | undefined): Promise<BotsFile | undefined> {
  if (path === undefined) return undefined;
  const read = await readBotsFile(path);
  if (read.kind === 'file') return read.file;
  const shown = read.faults.slice(0, MOST_FAULTS).map(faultText);
  const more = read.faults.length - shown.length;
  if (more > 0) shown.push(`and ${more} more: see them all with the command \`registry check\``);
  throw new ConfigError(shown.map((fault) => `BOTS_FILE ${path}: ${fault}`));
}

/** Reads and checks a file. Never throws because of the file. */
export async function readBotsFile(path: string): Promise<ReadFile> {
  const bytes = await bytesOf(path);
  if (typeof bytes === 'string') return { kind: 'faults', faults: [{ problem: bytes }] };
  // A name with an octet that is none of UTF-8 would become another name.
  if (!isUtf8(bytes)) return { kind: 'faults', faults: [{ problem: NOT_UTF8 }] };
  const read = readRows(bytes.toString('utf8'));
  if (read.kind === 'faults') return read;
  const bots = read.rows.map(({ bot }) => bot);
  const ids = new Set(bots.map(({ id }) => id));
  const others = BOT_REGISTRY.filter(({ id }) => !ids.has(id));
  const faults = findClashes(read.rows, others);
  if (faults.length > 0) return { kind: 'faults', faults };
  const file: BotsFile = {
    digest: createHash('sha256').update(bytes).digest('hex'),
    added: bots.filter(({ id }) => id >= FIRST_ADDED_ID),
    changed: bots.filter(({ id }) => id < FIRST_ADDED_ID),
    registry: [...others, ...bots],
  };
  return { kind: 'file', file };
}

/** Returns what is in a file, or why that cannot be read. Never reads more than a file may have. */
async function bytesOf(path: string): Promise<Buffer | string> {
  try {
    const handle = await open(path);
    try {
      if (!(await handle.stat()).isFile()) return 'is no file: give the path of a JSON file';
      const room = Buffer.alloc(MOST_BYTES + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await handle.read(room, length, room.length - length, length);
        length += bytesRead;
        if (bytesRead === 0 || length === room.length) break;
      }
      if (length > MOST_BYTES) return 'the file is too large: it may have at most 1 MiB';
      return room.subarray(0, length);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return `the file cannot be read (${code}): check the path and the rights of the process's user`;
  }
}
