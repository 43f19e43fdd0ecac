import { spawn } from 'node:child_process';

/**
 * Returns the watchdog's program. It is text because it must start without this project's files.
 */
function program(stopAfterMs: number): string {
  return `
    const fs = require('node:fs');
    let said = '';
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});
    process.stdin.on('data', (bytes) => (said += bytes));
    process.stdin.on('error', () => {});
    process.stdin.on('close', () => {
      const [pid, ephemeral, done] = said.split('\\n');
      if (!pid || done === 'done') return;
      const signal = (name) => { try { process.kill(+pid, name); return true; } catch { return false; } };
      const since = Date.now();
      const wait = () => {
        if (signal(Date.now() - since > ${stopAfterMs} ? 'SIGQUIT' : 0)) return setTimeout(wait, 100);
        if (ephemeral) fs.rmSync(ephemeral, { recursive: true, force: true });
      };
      signal('SIGINT');
      wait();
    });
  `;
}

export interface Watchdog {
  /**
   * Names the server to watch. `ephemeral` is a folder to remove after the server is down, or "".
   */
  watch(pid: number, ephemeral: string): void;
  /** Ends the watch after the server is down. */
  dismiss(): void;
}

/**
 * Starts a process that outlives this one and holds one end of a pipe to it. When this process dies
 * for whatever reason, the pipe closes. The watchdog then asks the server for a fast shutdown, so
 * that even a SIGKILL leaves no orphan. The watchdog is started before the server, so the server is
 * never without it.
 *
 * On Windows a signal does not ask a process to stop but kills it. There, the next start stops an
 * orphan.
 */
export function startWatchdog(): Watchdog {
  if (process.platform === 'win32') return { watch: () => undefined, dismiss: () => undefined };
  const child = spawn(process.execPath, ['-e', program(30_000)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: {},
  });
  child.unref();
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  (child.stdin as unknown as { unref(): void }).unref();
  return {
    watch: (pid, ephemeral) => void child.stdin.write(`${pid}\n${ephemeral}\n`),
    dismiss: () => void child.stdin.end('done\n'),
  };
}
