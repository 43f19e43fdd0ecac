// Processes and their memory, as Linux tells them in /proc.
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessInfo {
  pid: number;
  /** The command line, with spaces between its arguments, or what the process calls itself. */
  command: string;
}

/** Returns a process and all that it and its children have started and that still run. */
export function processTree(root: number): ProcessInfo[] {
  const parents = new Map(pids().map((pid) => [pid, parentOf(pid)]));
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 0 && (pid === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow).map((pid) => ({ pid, command: commandOf(pid) }));
}

/**
 * Returns the proportional set size of a process in bytes: the memory that it has for itself, and of
 * each page that several processes map, its part. It is 0 for a process that has ended.
 */
export function proportionalSetSize(pid: number): number {
  const kib = /^Pss:\s+(\d+) kB$/m.exec(read(pid, 'smaps_rollup'))?.[1];
  return Number(kib ?? 0) * 1_024;
}

const pids = () =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);

function parentOf(pid: number): number | undefined {
  const stat = read(pid, 'stat');
  // The name may contain blanks. It ends at the last bracket.
  return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

const commandOf = (pid: number) => read(pid, 'cmdline').replaceAll('\0', ' ').trim();

/** Returns nothing for a process that has just ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
