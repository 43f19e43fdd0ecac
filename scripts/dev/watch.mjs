import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An editor writes a file in several steps, and a tool many files one after the other. */
const QUIET_MS = 100;

/**
 * Watches folders with everything below them. Each folder is watched by itself, because Node watches
 * whole trees on macOS and Windows only.
 *
 * @returns `next`, which resolves when something has changed since it was last called, and nothing
 *   more for 100 ms, and `close`
 */
export function watchFolders(roots) {
  const watched = new Map();
  let hasChanged = false;
  let wake = () => undefined;
  const notice = () => {
    hasChanged = true;
    wake();
  };
  const close = () => {
    for (const { watcher } of watched.values()) watcher.close();
    watched.clear();
  };
  /** Watches folders that are new, and forgets those that are gone. */
  const watchAll = () => {
    const there = new Map(roots.flatMap(foldersIn));
    for (const [folder, { inode, watcher }] of watched) {
      // A folder of the same name may be another one.
      if (there.get(folder) === inode) continue;
      watcher.close();
      watched.delete(folder);
    }
    for (const [folder, inode] of there) {
      const watcher = watched.has(folder) ? undefined : watch(folder, notice);
      if (watcher) watched.set(folder, { inode, watcher });
    }
  };
  watchAll();
  return {
    next: async () => {
      while (!hasChanged) await new Promise((resolve) => (wake = resolve));
      while (hasChanged) {
        hasChanged = false;
        await sleep(QUIET_MS);
      }
      watchAll();
    },
    close,
  };
}

/** Returns undefined when the folder was removed in this moment: the folder above tells of it. */
function watch(folder, notice) {
  try {
    return fs.watch(folder, notice).on('error', notice);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns a folder and all below it, each with its inode. */
function foldersIn(folder) {
  try {
    const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
    const folders = entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name));
    return [folder, ...folders].map((one) => [one, fs.statSync(one).ino]);
  } catch (error) {
    // Something was removed in this moment. What tells of it leads here once more.
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
