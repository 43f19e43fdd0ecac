import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const IN_USE = ['EPERM', 'EACCES', 'EBUSY'];
const MOST_TRIES = 1000;
const TRY_EVERY_MS = 10;

/**
 * Replaces the whole text of a file in one step: even after `kill -9` or a power cut, a reader sees
 * the old text or the new one, and the new one when this has returned.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await synced(draft, 'w', (file) => file.writeFile(text));
  await whenFree(() => rename(draft, path));
  // The new name must be on the disk too. Windows refuses this for a folder, so there the file is
  // written out again under its name.
  if (process.platform !== 'win32') await synced(dirname(path), 'r');
  else await whenFree(() => synced(path, 'r+'));
}

/**
 * Does what Windows refuses as long as another reader has the file open: for about 10 s it tries
 * again. Elsewhere a refusal has other reasons and is final.
 */
export async function whenFree(
  work: () => Promise<void>,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (platform !== 'win32' || !IN_USE.includes(code) || tries === MOST_TRIES) throw error;
      await sleep(TRY_EVERY_MS);
    }
  }
}

/** Opens a file or a folder, and returns when everything in it is on the disk. */
async function synced(
  path: string,
  flags: 'r' | 'r+' | 'w',
  work?: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work?.(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
