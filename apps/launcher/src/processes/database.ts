import { setTimeout as sleep } from 'node:timers/promises';
import {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
} from '@app/local-postgres';
import { ExpectedError } from '../expected-error.js';
import type { Running } from './teardown.js';

const WINDOW_MS = 60_000;
const DEATHS_ALLOWED = 5;

export interface DatabaseOptions extends LocalPostgresOptions {
  warn: (line: string) => void;
  giveUp: (error: Error) => void;
  /** Called after every start, including the first one. */
  started?: (server: LocalPostgres) => void;
  /** Called before the server is stopped. */
  stopping?: (server: LocalPostgres) => void;
}

/**
 * The embedded PostgreSQL. It keeps running on one port, so that the processes that know its
 * address find it again. An adopted server ends with the process that started it; then a new one
 * takes its place.
 */
export class Database implements Running {
  readonly name = 'PostgreSQL';
  private starting: Promise<LocalPostgres> | undefined;
  private current: LocalPostgres | undefined;
  private deaths: number[] = [];
  private stopped = false;

  constructor(private readonly options: DatabaseOptions) {}

  /**
   * Starts it and waits until it accepts connections.
   *
   * @throws LocalPostgresError when it cannot run
   */
  async start(port?: number): Promise<LocalPostgres> {
    this.starting = startLocalPostgres({ ...this.options, port });
    const server = await this.starting;
    this.current = server;
    this.options.started?.(server);
    void server.exited.then(() => this.died(server));
    return server;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    // A start under way cannot be interrupted without leaving something behind.
    const server = await this.starting?.catch(() => undefined);
    if (!server) return;
    this.options.stopping?.(server);
    await server.stop();
  }

  kill(): void {
    this.stopped = true;
    this.current?.kill();
  }

  private async died({ port }: LocalPostgres): Promise<void> {
    if (this.stopped) return;
    const now = Date.now();
    this.deaths = [...this.deaths.filter((time) => now - time < WINDOW_MS), now];
    if (this.deaths.length >= DEATHS_ALLOWED) {
      const times = `${DEATHS_ALLOWED} times within a minute`;
      this.options.giveUp(new ExpectedError(`PostgreSQL ended unexpectedly, ${times}.`));
      return;
    }
    this.options.warn('PostgreSQL ended unexpectedly; starting it again.');
    try {
      await sleep(200);
      if (this.stopped) return;
      const next = await this.start(port);
      if (next.port !== port) throw new ExpectedError('PostgreSQL came back on another port.');
    } catch (error) {
      this.options.giveUp(error as Error);
    }
  }
}
