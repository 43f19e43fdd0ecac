import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHosters } from '@app/verification';
import type { FileFault } from './read-directory.js';
import { readText, unreadable } from './read-text.js';

/** A list of hosters' networks. */
export interface HosterFile {
  file: string;
  /** Changes whenever the file does. */
  version: string;
  /** CIDRs in canonical form: those that the file had when it was last right. */
  prefixes: readonly string[];
  /** What is wrong with the file now. */
  fault?: string;
}

export interface ReadHosters {
  files: readonly HosterFile[];
  faults: readonly FileFault[];
}

const MOST_FILES = 32;
const MOST_MIB = 2;
const EXTENSION = '.txt';

/**
 * Reads lists of hosters' networks: a file, or those of a folder whose names end with `.txt`. Files that
 * have not changed are not read again. What is wrong is told as a fault and never thrown, and what was
 * read before stays: a list whose download went wrong is still better than none.
 *
 * @param before what was read the last time
 */
export async function readHosters(
  path: string,
  before: readonly HosterFile[],
): Promise<ReadHosters> {
  const found = await findFiles(path);
  if ('fault' in found) return { files: before, faults: [{ file: path, fault: found.fault }] };
  const files: HosterFile[] = [];
  for (const file of found.files.slice(0, MOST_FILES)) {
    const known = before.find((one) => one.file === file);
    files.push(await readHosterFile(file, known));
  }
  const faults = files.flatMap(({ file, fault }) => (fault === undefined ? [] : [{ file, fault }]));
  if (found.files.length > MOST_FILES)
    faults.push({ file: path, fault: `It has more than ${MOST_FILES} lists: put them together.` });
  return { files, faults };
}

async function findFiles(path: string): Promise<{ files: string[] } | { fault: string }> {
  try {
    if (!(await stat(path)).isDirectory()) return { files: [path] };
    // A mounted ConfigMap has hidden folders beside its files.
    const names = (await readdir(path)).filter(
      (name) => name.endsWith(EXTENSION) && !name.startsWith('.'),
    );
    if (names.length === 0) return { fault: `It has no file whose name ends with ${EXTENSION}.` };
    return { files: names.sort().map((name) => join(path, name)) };
  } catch (error) {
    return { fault: unreadable(error) };
  }
}

async function readHosterFile(file: string, known: HosterFile | undefined): Promise<HosterFile> {
  const version = await versionOf(file);
  if (known?.version === version) return known;
  const read = await readText(file, MOST_MIB);
  const parsed = 'fault' in read ? read : parseHosters(read.text);
  const { prefixes = [] } = 'fault' in parsed ? (known ?? {}) : parsed;
  return { file, version, prefixes, ...('fault' in parsed && { fault: parsed.fault }) };
}

/** Returns what differs after each change, also after one that keeps the date of the content. */
async function versionOf(file: string): Promise<string> {
  try {
    const { ino, ctimeMs, size } = await stat(file);
    return `${ino} ${ctimeMs} ${size}`;
  } catch (error) {
    return unreadable(error);
  }
}
