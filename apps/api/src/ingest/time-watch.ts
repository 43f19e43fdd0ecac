import type { DatabaseClock } from '@app/access';
import type { Logger } from '@app/observability';
import { isInfrastructureError } from '@app/storage';

const EVERY_MS = 5_000;
/** The first question opens a connection, which takes longer than the others. */
const QUESTIONS = 5;

export interface TimeWatchDependencies {
  databaseClock: Pick<DatabaseClock, 'asks'>;
  /** Asks the database for its time, epoch milliseconds. */
  ask: () => Promise<number>;
  logger: Logger;
}

/**
 * Keeps the clock of the database exact, also while nobody asks the database for anything: the
 * sooner a question is answered, the better is known when a batch was accepted.
 */
export class TimeWatch {
  private timer: NodeJS.Timeout | undefined;
  private asking: Promise<void> | undefined;

  constructor(private readonly dependencies: TimeWatchDependencies) {}

  /** When it resolves, the time is known, if the database is there. */
  async start(): Promise<void> {
    this.timer = setInterval(() => void this.look(), EVERY_MS).unref();
    await this.look();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.asking;
  }

  private look(): Promise<void> {
    this.asking ??= this.askAll().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async askAll(): Promise<void> {
    const { databaseClock, ask, logger } = this.dependencies;
    try {
      for (let question = 0; question < QUESTIONS; question++) {
        const hear = databaseClock.asks();
        hear(await ask());
      }
    } catch (error) {
      if (!isInfrastructureError(error)) logger.error({ err: error }, 'no time of the database');
    }
  }
}
