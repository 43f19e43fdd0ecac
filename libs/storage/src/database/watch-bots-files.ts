import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import { connectedAs, type Pool } from './pool.js';

export interface WatchBotsFilesSettings {
  pool: Pool;
  logger: Logger;
  /** What this process shows of its own file. */
  mark: string;
  lookMs?: number;
}

/**
 * An idle connection of a pool lives for 30 s, so each process that looks this often always has one
 * that the others see.
 */
const LOOK_MS = 20_000;
const MARKED = /^(\S+) (bots-file=\S+)$/;

/**
 * Looks which files the other processes on the database have, and warns when one has another: the
 * same bot would then get different names, by chance. During a roll-out this passes by itself.
 */
export class WatchBotsFiles {
  private others: readonly string[] = [];
  private readonly stopping = new AbortController();
  private looping: Promise<void> | undefined;

  constructor(private readonly settings: WatchBotsFilesSettings) {}

  /** How many files there are beside that of this process; having none counts as one, too. */
  get otherFiles(): number {
    return new Set(this.others.map((name) => MARKED.exec(name)?.[2])).size;
  }

  start(): void {
    this.looping = this.loop();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looping;
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.look();
      await sleep(this.settings.lookMs ?? LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    const { pool, logger, mark } = this.settings;
    try {
      const names = await connectedAs(pool);
      const others = names.filter((name) => {
        const found = MARKED.exec(name);
        return found !== null && found[2] !== mark;
      });
      if (others.length > 0 && others.join() !== this.others.join())
        logger.warn(
          { own: mark, others },
          'another process has another BOTS_FILE: give all processes the same file, and restart them',
        );
      this.others = others;
    } catch {
      // Health checks tell that the database is away. The next look finds out.
    }
  }
}

/**
 * Returns what a process shows of its file in the names of its connections. A digest in full would
 * not fit there.
 *
 * @param digest undefined without a file
 */
export function botsFileMark(digest: string | undefined): string {
  return `bots-file=${digest?.slice(0, 16) ?? 'none'}`;
}
