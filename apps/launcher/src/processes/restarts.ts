import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A program that ran this long had recovered, so its next death is a first one again. */
const RECOVERED_MS = 60_000;

export interface RestartsOptions {
  /** The name that the user sees: `The worker`, `PostgreSQL`. */
  name: string;
  warn: (line: string) => void;
  /** Milliseconds of a clock; by default the system's. */
  now?: () => number;
  /** Waits; rejects when the signal comes. By default with the system's timer. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * When a program that died is started again: at first after a second, then after pauses that double
 * up to a minute, and for ever. Whatever it dies of, the rest of the service is of more use than
 * nothing: without a worker, the queue keeps what the API accepts.
 */
export class Restarts {
  private deaths = 0;
  private startedAt: number;
  private readonly stopping = new AbortController();
  private readonly now: () => number;
  private readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;

  constructor(private readonly options: RestartsOptions) {
    this.now = options.now ?? Date.now;
    this.wait = options.wait ?? ((ms, signal) => sleep(ms, undefined, { signal }));
    this.startedAt = this.now();
  }

  /** Forgets nothing and waits for nothing any more. */
  stop(): void {
    this.stopping.abort();
  }

  /**
   * Tells the user that the program died, and waits for its next start.
   *
   * @param how such as ` (exit status 1)`
   * @returns whether to start it; false when it was stopped in the meantime
   */
  async afterDeath(how = ''): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    this.deaths = this.now() - this.startedAt < RECOVERED_MS ? this.deaths + 1 : 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.deaths - 1), LONGEST_PAUSE_MS);
    this.options.warn(
      `${this.options.name} ended unexpectedly${how}${this.deaths === 1 ? '; starting it again.' : again(this.deaths, pauseMs)}`,
    );
    await this.wait(pauseMs, this.stopping.signal).catch(() => undefined);
    this.startedAt = this.now();
    return !this.stopping.signal.aborted;
  }
}

const again = (deaths: number, pauseMs: number) =>
  `, ${deaths} times in a row; starting it again in ${pauseMs / 1_000} s. Everything else keeps running.`;
