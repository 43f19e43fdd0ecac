import fs from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 1000;
/** Taken at the start of this process: npm may be gone before anybody listens. */
const startedBy = starters();

/**
 * Calls `stop` with the signal that asks this process to end. The loss of npm counts as one SIGTERM:
 * npm cannot pass on its own SIGKILL, and the shell that it puts between passes on nothing. Only
 * under npm: a shell that ends leaves its jobs running on purpose.
 *
 * @returns what ends the listening
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

/** Who started this process: npm, or npm's shell and npm. Elsewhere than on Linux the shell replaces itself. */
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
