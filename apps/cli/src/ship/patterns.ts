import { readdir, stat } from 'node:fs/promises';
import nodePath, { basename, dirname, join, parse, type PlatformPath, resolve } from 'node:path';
import { fileId } from './file-id.js';

const WILDCARD = /[*?]/;
const SPECIAL = /[.+^${}()|[\]\\]/g;

/**
 * Returns the paths of the files that a pattern names now. `*` and `?` stand for any characters
 * within a name. Hidden files must be named with their dot, as in a shell.
 */
export async function expandPattern(pattern: string): Promise<string[]> {
  const path = resolve(pattern);
  // The root of a long path of Windows is \\?\.
  if (!WILDCARD.test(path.slice(parse(path).root.length))) return [path];
  const folders = await expandPattern(dirname(path));
  const matches = matcherOf(basename(path), nodePath);
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await namesIn(folder)).filter(matches).map((name) => join(folder, name)),
    ),
  );
  return found.flat().sort();
}

/**
 * Tells whether a pattern names this path, whether there is a file or not.
 *
 * @param paths how the paths of the system are written
 */
export function patternFits(
  pattern: string,
  path: string,
  paths: PlatformPath = nodePath,
): boolean {
  const wanted = paths.resolve(pattern).split(paths.sep);
  const parts = path.split(paths.sep);
  const fits = (part: string, i: number) => matcherOf(part, paths)(parts[i]!);
  return wanted.length === parts.length && wanted.every(fits);
}

/** Returns the files beside a log that may be the log under another name. */
export async function siblingsOf(path: string): Promise<string[]> {
  const folder = dirname(path);
  const stem = basename(path).split('.', 1)[0] ?? '';
  const start = new RegExp(`^${stem.replace(SPECIAL, '\\$&')}`, flagsOf(nodePath));
  const names = (await namesIn(folder)).filter((name) => start.test(name));
  return names.map((name) => join(folder, name));
}

/** Windows does not tell capital letters from small ones. */
const flagsOf = ({ sep }: PlatformPath): string => (sep === '\\' ? 'si' : 's');

function matcherOf(wildcards: string, paths: PlatformPath): (name: string) => boolean {
  const body = wildcards.replace(SPECIAL, '\\$&').replace(/\*+/g, '.*').replaceAll('?', '.');
  const expression = new RegExp(`^${body}$`, flagsOf(paths));
  const hidden = wildcards.startsWith('.');
  return (name) => expression.test(name) && (hidden || !name.startsWith('.'));
}

/** A folder that is not there has no files yet. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** A file with content. */
export interface FoundFile {
  path: string;
  /** Device and inode. */
  id: string;
  size: number;
}

/** Returns what a path leads to now, or undefined when there is no file with content. */
export async function fileAt(path: string): Promise<FoundFile | undefined> {
  try {
    const info = await stat(path, { bigint: true });
    if (!info.isFile() || info.size === 0n) return undefined;
    return { path, id: fileId(info), size: Number(info.size) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
