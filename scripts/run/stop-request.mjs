import fs from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 1000;
/** Read at the start of this process, because npm may be gone before anybody listens. */
const startedBy = starters();

/**
 * Calls `stop` with the signal that asks this process to end. The loss of npm counts as one
 * SIGTERM, because npm cannot pass on its own SIGKILL, and the shell between passes on nothing.
 * This applies only under npm: a shell that ends leaves its jobs running on purpose.
 *
 * @returns a function that ends the listening
 */
export function onStopRequest(stop) {
  for (const signal of SIGNALS) process.on(signal, stop);
  const watch = process.env.npm_lifecycle_event && setInterval(lookForNpm, PARENT_CHECK_MS);
  function lookForNpm() {
    if (starters() === startedBy) return;
    clearInterval(watch);
    stop('SIGTERM');
  }
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
    clearInterval(watch);
  };
}

/**
 * Returns who started this process: npm, or npm's shell and npm. Except on Linux, the shell is
 * replaced by this process.
 */
function starters() {
  const parent = process.ppid;
  try {
    const stat = fs.readFileSync(`/proc/${parent}/stat`, 'utf8');
    const isShell = /\((sh|dash|ash|bash|busybox)\)/.test(stat);
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return isShell ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}
