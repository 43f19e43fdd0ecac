// What processes have used, as Linux reports it in /proc. The values are NaN where /proc is
// missing.
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Linux counts the processor time of a process in hundredths of a second. */
const TICKS = 100;

/** Returns the processor seconds of a process, including its ended children. */
export function cpuSeconds(pid: number): number {
  const stat = statOfLiving(pid);
  return stat ? (stat.ticks + stat.childTicks) / TICKS : NaN;
}

/** Returns the processor seconds of all processes that this one has started and that have ended. */
export function cpuSecondsOfEnded(): number {
  return (statOfLiving(process.pid)?.childTicks ?? NaN) / TICKS;
}

/**
 * Returns the processor milliseconds of a process with one thread, in finer steps than
 * `cpuSeconds`.
 */
export function cpuMilliseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return NaN;
  }
}

/**
 * Returns bytes of memory of a process: `VmHWM` is the most it ever held, `VmRSS` the current
 * value, `RssAnon` the current value without shared memory.
 */
export function memoryOf(pid: number, field: 'VmHWM' | 'VmRSS' | 'RssAnon'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
  } catch {
    return NaN;
  }
}

/**
 * Returns the processor seconds that a database server has used, including its ended connections.
 */
export async function cpuSecondsOf(client: pg.Client): Promise<number> {
  const postmaster = await postmasterOf(client);
  const own = statOfLiving(postmaster);
  if (!own) return NaN;
  const ticks = childrenOf(postmaster).reduce(
    (sum, child) => sum + child.ticks,
    own.ticks + own.childTicks,
  );
  return ticks / TICKS;
}

/**
 * Returns the most memory that one process of a database server ever held, including shared memory.
 */
export async function largestPeakOf(client: pg.Client): Promise<number> {
  const postmaster = await postmasterOf(client);
  const pids = [postmaster, ...childrenOf(postmaster).map(({ pid }) => pid)];
  return largest(pids.map((pid) => memoryOf(pid, 'VmHWM')));
}

/** Returns the largest of the known values. */
export const largest = (values: number[]) => Math.max(...values.filter(Number.isFinite));

/** Returns the process id of a database server's first process. */
async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ file: string }>(
    "SELECT pg_read_file('postmaster.pid') AS file",
  );
  return Number(rows[0]?.file.split('\n')[0]);
}

interface Stat {
  pid: number;
  parent: number;
  ticks: number;
  childTicks: number;
}

function childrenOf(parent: number): Stat[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => statOfLiving(Number(entry)))
    .filter((stat) => stat?.parent === parent) as Stat[];
}

function statOfLiving(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may contain blanks. It ends at the last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const number = (place: number) => Number(fields[place - 3]);
    return {
      pid,
      parent: number(4),
      ticks: number(14) + number(15),
      childTicks: number(16) + number(17),
    };
  } catch {
    return undefined;
  }
}
