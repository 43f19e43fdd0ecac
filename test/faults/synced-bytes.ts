import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisServer } from '../support/servers/redis.js';

/**
 * Matches `write(8</…/appendonly.aof.1.incr.aof>, ""..., 120) = 120`, or its second half on a
 * separate line.
 */
const WRITTEN = /\bwrite(?:\(\d+<[^>]*\.incr\.aof>.*| resumed>.*)\)\s+= (\d+)$/;
const SYNC_BEGUN = /\bfdatasync\(\d+<[^>]*\.incr\.aof>/;
const SYNC_ENDED = /\bfdatasync(?:\(\d+<[^>]*\.incr\.aof>| resumed>).*\)\s+= 0$/;

export function findStrace(): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, 'strace'), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export interface PowerCut {
  /**
   * Kills Redis and cuts its append-only file back to what the disk had. Returns how many bytes
   * were lost.
   */
  cut(): Promise<number>;
}

/**
 * Watches what Redis writes to its append-only file and when it asks the disk to keep it. After a
 * `kill -9` the kernel still writes everything; after a loss of power only synced bytes remain.
 */
export async function preparePowerCut(redis: RedisServer, trace: string): Promise<PowerCut> {
  const file = appendOnlyFile(redis.folder);
  const strace = spawn(
    'strace',
    ['-f', '-y', '-s', '0', '-e', 'trace=write,fdatasync', '-o', trace, '-p', `${redis.pid()}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await once(strace.stderr, 'data');
  await sleep(200);
  const before = statSync(file).size;
  const from = readFileSync(trace, 'utf8').length;
  return {
    cut: async () => {
      const ended = once(strace, 'exit');
      await redis.kill();
      await ended;
      const synced = before + syncedOf(readFileSync(trace, 'utf8').slice(from));
      const lost = statSync(file).size - synced;
      truncateSync(file, synced);
      return lost;
    },
  };
}

/** Returns the bytes that were written before the start of a sync that completed. */
export function syncedOf(trace: string): number {
  let written = 0;
  let asked = 0;
  let synced = 0;
  for (const line of trace.split('\n')) {
    written += Number(WRITTEN.exec(line)?.[1] ?? 0);
    if (SYNC_BEGUN.test(line)) asked = written;
    if (SYNC_ENDED.test(line)) synced = asked;
  }
  return synced;
}

function appendOnlyFile(folder: string): string {
  const files = join(folder, 'appendonlydir');
  const name = readdirSync(files).find((one) => one.endsWith('.incr.aof'));
  if (!name) throw new Error(`${files} has no append-only file`);
  return join(files, name);
}
