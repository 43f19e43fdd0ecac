import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import type pg from 'pg';
import { Leader } from '../database/leader.js';

/**
 * Work that one process does for all: materialising, merging counts, digesting, erasing, deleting what
 * has expired, compressing.
 */
export interface UpkeepTask {
  readonly name:
    | 'refresh'
    | 'merge'
    | 'partitions'
    | 'digests'
    | 'erasure'
    | 'expiry'
    | 'names'
    | 'people'
    | 'evidence'
    | 'alerts'
    | 'webhooks'
    | 'compression';
  /**
   * Runs one round of the task on the connection of the elected process. It yields between its
   * slices, so that another task can have its turn. A slice is one statement or a few, which
   * usually take some milliseconds, and no slice leaves a transaction open.
   */
  round(client: pg.ClientBase): AsyncGenerator<void, UpkeepRound>;
}

/** The result of a round. */
export interface UpkeepRound {
  /** Milliseconds until the next round should begin. */
  pauseMs: number;
  /** What was done, as numbers. A round without this field had nothing to do. */
  done?: Record<string, number>;
}

export interface UpkeepSettings {
  /** The loop. Each has an election and a connection of its own. */
  loop?: keyof typeof LOOPS;
  url: string;
  tasks: UpkeepTask[];
  logger: Logger;
  /** Called with the working time of a round in seconds, without the turns of other tasks. */
  observe?: (task: UpkeepTask['name'], seconds: number) => void;
}

/**
 * The elections, see `Leader`. The numbers are any fixed ones. Compressing a chunk is one statement
 * that can take many minutes, so nothing else waits for its turn there.
 */
const LOOPS = {
  upkeep: { lock: 0x626f7475, name: 'botgauge-upkeep', silenceMs: 600_000 }, // "botu"
  compression: { lock: 0x626f7463, name: 'botgauge-compression', silenceMs: 600_000 }, // "botc"
};
/**
 * The elected process says something at least this often, so that the server can tell a connection
 * that leads nowhere from one that has nothing to do.
 */
const SIGN_OF_LIFE_MS = 60_000;
/** How long a stop waits for the slice under way. */
const STOP_MS = 5_000;
/** How often a process that is not elected tries to be elected. */
const ELECTION_PAUSE_MS = 5_000;
/** How long a task waits after a failure. */
const FAILURE_PAUSE_MS = 15_000;

/** A task and its state. */
interface Turn {
  task: UpkeepTask;
  /** The round under way. */
  round?: AsyncGenerator<void, UpkeepRound>;
  /** When its next slice is due, in milliseconds of `performance.now()`. */
  dueAt: number;
  workedMs: number;
}

/**
 * Does upkeep in one loop, on one connection, in one elected process. The slice that has waited
 * longest is always next. So the refresh and the merge, which are due every two seconds, wait for one slice of
 * another task and never for its whole round. The 420 digests of four websites take 11 s together,
 * but 26 ms each; a slice of an erasure deletes 5,000 rows or looks through 32 MB. If a slice ever
 * takes longer, only upkeep is late, because reports are right whenever it is done.
 */
export class Upkeep {
  private readonly leader: Leader;
  private readonly stopping = new AbortController();
  private readonly turns: Turn[];
  private client: pg.Client | undefined;
  private loop: Promise<void> | undefined;

  constructor(private readonly settings: UpkeepSettings) {
    const { loop = 'upkeep', url, logger, tasks } = settings;
    this.leader = new Leader({ url, ...LOOPS[loop], logger });
    this.turns = tasks.map((task) => ({ task, dueAt: 0, workedMs: 0 }));
  }

  start(): void {
    this.loop ??= this.run();
  }

  /**
   * Stops after the slice under way, and lets another process be elected. A long slice is left to
   * the database, which finishes it.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.race([this.loop, sleep(STOP_MS, undefined, { ref: false })]);
    await this.leader.resign();
    await this.loop;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const client = await this.elect();
      const next = this.turns.reduce((first, turn) => (turn.dueAt < first.dueAt ? turn : first));
      const waitMs = client ? next.dueAt - performance.now() : ELECTION_PAUSE_MS;
      if (waitMs > 0) await this.wait(waitMs, client);
      else if (client) await this.advance(next, client);
    }
  }

  private async wait(waitMs: number, client: pg.Client | undefined): Promise<void> {
    const { signal } = this.stopping;
    await sleep(Math.min(waitMs, SIGN_OF_LIFE_MS), undefined, { signal }).catch(() => undefined);
    if (waitMs <= SIGN_OF_LIFE_MS || signal.aborted) return;
    await client?.query('SELECT 1').catch(() => this.leader.resign());
  }

  private async elect(): Promise<pg.Client | undefined> {
    try {
      const client = await this.leader.elect();
      // Rounds that began on another connection cannot continue.
      if (client !== this.client) for (const turn of this.turns) turn.round = undefined;
      return (this.client = client);
    } catch (error) {
      this.settings.logger.warn(
        { reason: messageOf(error) },
        'the election for the upkeep was postponed',
      );
      return undefined;
    }
  }

  /** Runs one slice of a task. After an error, all rounds start again on a new connection. */
  private async advance(turn: Turn, client: pg.Client): Promise<void> {
    const { name } = turn.task;
    const begun = performance.now();
    try {
      turn.round ??= turn.task.round(client);
      const slice = await turn.round.next();
      turn.dueAt = performance.now();
      turn.workedMs += turn.dueAt - begun;
      if (slice.done) this.finish(turn, slice.value);
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.settings.logger.warn(
        { task: name, reason: messageOf(error) },
        'the upkeep was postponed',
      );
      turn.dueAt = performance.now() + FAILURE_PAUSE_MS;
      turn.workedMs = 0;
      await this.leader.resign();
    }
  }

  private finish(turn: Turn, { pauseMs, done }: UpkeepRound): void {
    const { name } = turn.task;
    const { logger, observe } = this.settings;
    if (done) logger.info({ task: name, ...done }, 'upkeep done');
    observe?.(name, turn.workedMs / 1_000);
    turn.dueAt += pauseMs;
    turn.workedMs = 0;
    turn.round = undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
