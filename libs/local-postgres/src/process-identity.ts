import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/**
 * Identifies a process, and tells it apart from a later one with the same pid. `started` is opaque
 * text; it is `""` where the platform gives no start time.
 */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** Returns the identity of a running process, by default of this one. */
export function identify(pid: number = process.pid): ProcessIdentity {
  return { pid, started: startOf(pid) };
}

/** Tells whether exactly this process is still running, and not another one that got its pid. */
export function stillRuns({ pid, started }: ProcessIdentity): boolean {
  if (!isAlive(pid)) return false;
  return started === '' || startOf(pid) === started;
}

/** Tells whether any process has this pid, even one of another user. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/**
 * Returns the command line of a process, its words joined by a space, or undefined where the
 * platform does not show it.
 */
export function commandOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim();
  }
  return ps('command', pid);
}

/**
 * Reads an identity that was written as `{"pid":1,"started":"…"}`. Returns undefined for any other
 * text.
 */
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

/**
 * In a container whose first process does not reap its children, a killed process stays as a zombie
 * for ever.
 */
function isZombie(pid: number): boolean {
  return process.platform === 'linux' && statFields(pid)?.[0] === 'Z';
}

/**
 * Returns the fields of /proc/<pid>/stat after the process name, which may contain spaces and
 * brackets. The first one is the state.
 */
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
