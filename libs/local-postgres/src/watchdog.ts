import { spawn } from 'node:child_process';

/**
 * The watchdog's program. A shell waits in 1 MB of memory, where Node takes 40. It reads the
 * server's pid, the folder to remove and, if its work is over, `done`; the last line comes when the
 * starter dies, too, because the pipe then ends. The server has 30 seconds for a fast shutdown.
 */
const PROGRAM = `
trap '' HUP INT TERM
IFS= read -r pid
IFS= read -r folder
IFS= read -r word
if [ -z "$pid" ] || [ "$word" = done ]; then exit; fi
kill -INT "$pid"
tries=0
while kill -0 "$pid" && [ $tries -lt 600 ]; do
  if [ $tries -ge 300 ]; then kill -QUIT "$pid"; fi
  tries=$((tries + 1))
  sleep 0.1
done
if [ -n "$folder" ]; then rm -rf "$folder"; fi
`;

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
  const child = spawn('/bin/sh', ['-c', PROGRAM], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
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
