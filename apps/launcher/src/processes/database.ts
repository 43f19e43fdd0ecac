import { setTimeout as sleep } from 'node:timers/promises';
import {
  type LocalPostgres,
  LocalPostgresError,
  type LocalPostgresOptions,
  startLocalPostgres,
} from '@app/local-postgres';
import { ExpectedError } from '../expected-error.js';
import { Restarts } from './restarts.js';
import type { Running } from './teardown.js';

/** How long a database that was running is tried again, and how often. */
const TRIES_MS = 60_000;
const TRY_AGAIN_MS = 5_000;

export interface DatabaseOptions extends LocalPostgresOptions {
  warn: (line: string) => void;
  /** Called when it cannot be started again, so that everything has to stop. */
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
  private stopped = false;
  private readonly restarts: Restarts;

  constructor(private readonly options: DatabaseOptions) {
    this.restarts = new Restarts({ name: this.name, warn: options.warn });
  }

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
    this.restarts.stop();
    // A start under way cannot be interrupted without leaving something behind.
    const server = await this.starting?.catch(() => undefined);
    if (!server) return;
    this.options.stopping?.(server);
    await server.stop();
  }

  kill(): void {
    this.stopped = true;
    this.restarts.stop();
    this.current?.kill();
  }

  private async died({ port }: LocalPostgres): Promise<void> {
    if (!(await this.restarts.afterDeath())) return;
    try {
      const next = await this.startAgain(port);
      if (next && next.port !== port)
        throw new ExpectedError('PostgreSQL came back on another port.');
    } catch (error) {
      this.options.giveUp(error as Error);
    }
  }

  /**
   * What prevents the start may pass, such as a full disk or sessions that a killed server left
   * behind. Without a database nothing works, so after a while the user is told why.
   */
  private async startAgain(port: number): Promise<LocalPostgres | undefined> {
    for (const since = Date.now(); !this.stopped; await sleep(TRY_AGAIN_MS)) {
      try {
        return await this.start(port);
      } catch (error) {
        if (!(error instanceof LocalPostgresError) || Date.now() - since >= TRIES_MS) throw error;
        this.options.warn('PostgreSQL cannot be started yet; trying again for a minute.');
      }
    }
    return undefined;
  }
}
