import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoneAtEnd } from '@app/testing';

export interface SmallDisk {
  folder: string;
  freeMegabytes(): number;
  /** Fills the disk except for this number of megabytes. */
  fill(leaveMegabytes: number): void;
  empty(): void;
}

const MEGABYTE = 2 ** 20;

/** Mounts a file system in memory. Returns undefined when this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'botgauge-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder];
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  undoneAtEnd(() => {
    spawnSync('umount', [folder], { stdio: 'ignore' });
    rmdirSync(folder);
  });
  const filler = join(folder, 'filler');
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return (bavail * bsize) / MEGABYTE;
  };
  return {
    folder,
    freeMegabytes: free,
    fill: (leave) => {
      const size = Math.max(0, Math.floor((free() - leave) * MEGABYTE));
      writeFileSync(filler, Buffer.alloc(size));
    },
    empty: () => rmSync(filler, { force: true }),
  };
}
