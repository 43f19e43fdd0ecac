import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';

export interface WaitForStore {
  /** For the log: `database`, `queue`. */
  name: string;
  /** What stands in the way, undefined when nothing does; throws when waiting cannot help. */
  findObstacle: () => Promise<string | undefined>;
  timeoutMs: number;
  logger: Logger;
}

const RETRY_MS = 500;
/** A waiting process says so every 10 s, not at every try. */
const REPORT_EVERY = 20;

/**
 * Returns when a store can be used: whatever is built on one that is away may never recover by itself.
 *
 * @throws Error when `timeoutMs` have passed, saying what is missing
 */
export async function waitForStore(wait: WaitForStore): Promise<void> {
  const { name, findObstacle, timeoutMs, logger } = wait;
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    const obstacle = await findObstacle();
    if (obstacle === undefined) return;
    if (Date.now() > deadline) throw new Error(`Gave up waiting for the ${name}: ${obstacle}`);
    if (attempt % REPORT_EVERY === 0) logger.warn({ reason: obstacle }, `waiting for the ${name}`);
    await sleep(RETRY_MS);
  }
}
