import { readFile, stat } from 'node:fs/promises';

const MIB = 2 ** 20;

/**
 * Reads a text file of at most so many MiB, and tells when it was last changed. Never throws because of
 * the file: what is wrong with it comes as a fault.
 */
export async function readText(
  file: string,
  mostMib: number,
): Promise<{ text: string; changedAt: Date } | { fault: string }> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return { fault: 'It is no file.' };
    if (found.size > mostMib * MIB) return { fault: `It is longer than ${mostMib} MiB.` };
    return { text: await readFile(file, 'utf8'), changedAt: found.mtime };
  } catch (error) {
    return { fault: unreadable(error) };
  }
}

/** Returns why a file or a folder cannot be read. */
export const unreadable = (error: unknown): string =>
  `It cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`;
