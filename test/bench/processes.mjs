// What processes have used, as Linux tells it in /proc; NaN where that is not there.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the processor time of a process in hundredths of a second. */
const TICKS = 100;

/** Processor seconds of a process, its ended children included. */
export function cpuSeconds(pid) {
  const stat = statOfLiving(pid);
  return stat ? (stat.ticks + stat.childTicks) / TICKS : NaN;
}

/** Processor milliseconds of a process of one thread: not in the steps that `cpuSeconds` is told in. */
export function cpuMilliseconds(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return NaN;
  }
}

/** The most memory a process ever held, in bytes. */
export function peakBytes(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
  } catch {
    return NaN;
  }
}

/** Process id of a database server's first process. */
export async function postmasterOf(client) {
  const { rows } = await client.query("SELECT pg_read_file('postmaster.pid') AS file");
  return Number(rows[0].file.split('\n')[0]);
}

/** Processor seconds that a database server has used, its ended connections included. */
export async function cpuSecondsOf(client) {
  const postmaster = await postmasterOf(client);
  try {
    const own = statOf(postmaster);
    const ticks = childrenOf(postmaster).reduce(
      (sum, child) => sum + child.ticks,
      own.ticks + own.childTicks,
    );
    return ticks / TICKS;
  } catch {
    return NaN;
  }
}

/** The most memory that one process of a database server ever held; what they share is in it. */
export async function largestPeakOf(client) {
  const postmaster = await postmasterOf(client);
  const peaks = [postmaster, ...childrenOf(postmaster).map(({ pid }) => pid)].map(peakBytes);
  return Math.max(...peaks.filter(Number.isFinite));
}

function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => statOfLiving(Number(entry)))
    .filter((stat) => stat?.parent === parent);
}

function statOfLiving(pid) {
  try {
    return statOf(pid);
  } catch {
    return undefined;
  }
}

function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold blanks; it ends at the last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (place) => Number(fields[place - 3]);
  return {
    pid,
    parent: number(4),
    ticks: number(14) + number(15),
    childTicks: number(16) + number(17),
  };
}
