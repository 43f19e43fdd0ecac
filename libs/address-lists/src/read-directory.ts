import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  type AddressList,
  collapse,
  judgeRefresh,
  type ListContent,
  parseList,
} from '@app/verification';
import type { ListInUse } from './list-in-use.js';
import { readText, unreadable } from './read-text.js';

/** A file that is not used, and why. */
export interface FileFault {
  file: string;
  /** The list that it should hold, if there is one. */
  list?: string;
  fault: string;
}

/** The descriptions of lists, and the contents with which files are compared. */
export interface KnownLists {
  lists: readonly AddressList[];
  bundled: readonly ListContent[];
}

const MOST_MIB = 1;
const DAY_MS = 86_400_000;

/**
 * Reads lists from the files of a folder. A file is named by the id of its list, `gptbot.json` or
 * `cloudflare.txt`, and its date is the time of its last change. A file that is wrong is told as a
 * fault, and never thrown.
 */
export async function readDirectory(
  directory: string,
  known: KnownLists,
): Promise<{ contents: ListInUse[]; faults: FileFault[] }> {
  const contents: ListInUse[] = [];
  const faults: FileFault[] = [];
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    return {
      contents,
      faults: [{ file: directory, fault: unreadable(error) }],
    };
  }
  for (const name of names.sort()) {
    // A mounted ConfigMap has hidden folders beside its files.
    if (name.startsWith('.') || !['.json', '.txt'].includes(extname(name))) continue;
    const file = join(directory, name);
    const read = await readListFile(file, name, known);
    if ('fault' in read) faults.push({ file, ...read });
    else contents.push(read);
  }
  return { contents, faults };
}

async function readListFile(
  file: string,
  name: string,
  known: KnownLists,
): Promise<ListInUse | Omit<FileFault, 'file'>> {
  const extension = extname(name);
  const id = name.slice(0, -extension.length);
  const list = known.lists.find((one) => one.id === id);
  if (!list) return { fault: `There is no list "${id}": \`lists show\` has the names.` };
  const found = await readText(file, MOST_MIB);
  if ('fault' in found) return { list: id, ...found };
  if (found.changedAt.getTime() > Date.now() + DAY_MS)
    return { list: id, fault: 'Its date is in the future: set it with `touch`.' };
  const jsonFormat = list.format === 'text' ? 'json' : list.format;
  const parsed = parseList(found.text, extension === '.txt' ? 'text' : jsonFormat);
  if ('fault' in parsed) return { list: id, ...parsed };
  const prefixes = collapse(parsed.prefixes);
  const bundled = known.bundled.find((one) => one.id === id);
  const { fault } = judgeRefresh(bundled?.prefixes, prefixes);
  if (fault !== undefined) return { list: id, fault };
  return { id, prefixes, fetchedAt: found.changedAt.toISOString(), origin: 'file' };
}
