// Control groups of Linux, which bound the processor time and the memory of processes.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { undoneAtEnd } from '@app/testing';

const ROOT = '/sys/fs/cgroup';
const GROUP = 'botgauge-bench';
/** Microseconds of a processor in the same time. */
const PERIOD = 100_000;

/** What the processes of a group have taken so far. */
export interface Taken {
  /** The most bytes at once, with those of files that the kernel keeps in memory. */
  peakBytes: number;
  /** Processes that the kernel has ended for lack of memory. */
  killed: number;
}

export interface LimitedGroup {
  /** Takes the calling process out; those that it has started stay. */
  leave(): void;
  taken(): Taken;
}

/** Where a version of control groups has its files. */
interface Layout {
  folders: string[];
  limits(cores: number, bytes: number): [path: string, value: string][];
  peak: string;
  killed: [path: string, name: RegExp];
}

const inVersion2 = (name: string) => join(ROOT, GROUP, name);
const VERSION_2: Layout = {
  folders: [join(ROOT, GROUP)],
  limits: (cores, bytes) => [
    [join(ROOT, 'cgroup.subtree_control'), '+cpu +memory'],
    [inVersion2('cpu.max'), `${cores * PERIOD} ${PERIOD}`],
    [inVersion2('memory.max'), `${bytes}`],
  ],
  peak: inVersion2('memory.peak'),
  killed: [inVersion2('memory.events'), /^oom_kill (\d+)/m],
};

const inVersion1 = (controller: string, name: string) => join(ROOT, controller, GROUP, name);
const VERSION_1: Layout = {
  folders: [join(ROOT, 'cpu', GROUP), join(ROOT, 'memory', GROUP)],
  limits: (cores, bytes) => [
    [inVersion1('cpu', 'cpu.cfs_period_us'), `${PERIOD}`],
    [inVersion1('cpu', 'cpu.cfs_quota_us'), `${cores * PERIOD}`],
    [inVersion1('memory', 'memory.limit_in_bytes'), `${bytes}`],
  ],
  peak: inVersion1('memory', 'memory.max_usage_in_bytes'),
  killed: [inVersion1('memory', 'memory.oom_control'), /^oom_kill (\d+)/m],
};

/**
 * Puts the calling process into a group with these limits, and with it all that it starts from now on.
 *
 * @throws when the machine has no control groups, or the user may not make any
 */
export function enterLimitedGroup(cores: number, bytes: number): LimitedGroup {
  const layout = existsSync(join(ROOT, 'cgroup.controllers')) ? VERSION_2 : VERSION_1;
  for (const folder of layout.folders) mkdirSync(folder, { recursive: true });
  // Its processes have ended when this comes, because they were started later.
  undoneAtEnd(() => removeAll(layout.folders));
  for (const [path, value] of layout.limits(cores, bytes)) writeFileSync(path, value);
  const move = (folder: string) => writeFileSync(join(folder, 'cgroup.procs'), `${process.pid}`);
  layout.folders.forEach(move);
  const [killedIn, killed] = layout.killed;
  return {
    leave: () => layout.folders.forEach((folder) => move(join(folder, '..'))),
    taken: () => ({
      peakBytes: Number(readFileSync(layout.peak, 'utf8')),
      killed: Number(killed.exec(readFileSync(killedIn, 'utf8'))?.[1] ?? 0),
    }),
  };
}

/** The kernel needs a moment until the last process has left a group. */
async function removeAll(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (let tries = 0; existsSync(folder) && tries < 50; tries++) {
      try {
        rmdirSync(folder);
      } catch {
        await sleep(100);
      }
    }
  }
}
