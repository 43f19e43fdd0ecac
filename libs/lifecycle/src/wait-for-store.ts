import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';

export interface WaitForStore {
  /** The name of the store in the log: `database` or `queue`. */
  name: string;
  /**
   * Returns the reason why the store cannot be used yet, or undefined when it can. Throws when
   * waiting cannot help.
   */
  findObstacle: () => Promise<string | undefined>;
  timeoutMs: number;
  logger: Logger;
}

const RETRY_MS = 500;
/** A waiting process logs once every 10 s, not at every attempt. */
const REPORT_EVERY = 20;

/**
 * Returns as soon as a store can be used. Nothing may be built on a store that is away, because it
 * may never recover by itself.
 *
 * @throws Error when `timeoutMs` have passed; the message says what is missing
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
