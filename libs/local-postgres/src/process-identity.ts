import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/**
 * A process that can be told from a later one with the same pid.
 * `started` is opaque text, `""` where the platform does not tell.
 */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** Identity of a running process, this one when no pid is given. */
export function identify(pid: number = process.pid): ProcessIdentity {
  return { pid, started: startOf(pid) };
}

/** Whether exactly this process still runs (and not another one that got its pid). */
export function stillRuns({ pid, started }: ProcessIdentity): boolean {
  if (!isAlive(pid)) return false;
  return started === '' || startOf(pid) === started;
}

/** Whether any process has this pid; one of another user counts. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** The command line of a process, words joined by a space; undefined where the platform does not tell. */
export function commandOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim();
  }
  return ps('command', pid);
}

/** Parses what is the same on every reader's side: `{"pid":1,"started":"…"}`; undefined when it is anything else. */
export function parseIdentity(text: string | undefined): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<ProcessIdentity> | null;
    if (typeof value?.pid !== 'number') return undefined;
    return { pid: value.pid, started: String(value.started ?? '') };
  } catch {
    return undefined;
  }
}

function startOf(pid: number): string {
  if (process.platform !== 'linux') return ps('lstart', pid) ?? '';
  const ticks = statFields(pid)?.[19];
  return ticks ? `${read('/proc/sys/kernel/random/boot_id')?.trim()}/${ticks}` : '';
}

/** In a container whose first process does not reap, a killed process stays as a zombie for ever. */
function isZombie(pid: number): boolean {
  return process.platform === 'linux' && statFields(pid)?.[0] === 'Z';
}

/** Fields of /proc/<pid>/stat from the state on; the name before it may hold spaces and brackets. */
function statFields(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function ps(column: string, pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  const result = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
