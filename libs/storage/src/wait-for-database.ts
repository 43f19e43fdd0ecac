import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import { isInfrastructureError } from './database-error.js';
import { isMigrated } from './migrator.js';

const RETRY_MS = 500;
/** A waiting process says so now and then, not at every try. */
const REPORT_EVERY = 20;

/**
 * Returns when the database answers and has this release's schema.
 *
 * @throws SchemaMismatchError at once, when waiting cannot help
 * @throws Error when `timeoutMs` have passed, saying what is missing
 */
export async function waitForDatabase(
  url: string,
  timeoutMs: number,
  logger: Logger,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    const obstacle = await findObstacle(url);
    if (!obstacle) return;
    if (Date.now() > deadline) throw new Error(`Gave up waiting for the database: ${obstacle}`);
    if (attempt % REPORT_EVERY === 0) logger.warn({ reason: obstacle }, 'waiting for the database');
    await sleep(RETRY_MS);
  }
}

async function findObstacle(url: string): Promise<string | undefined> {
  try {
    return (await isMigrated(url))
      ? undefined
      : 'its schema is not up to date; run `botgauge migrate`';
  } catch (error) {
    // An absent database or role may be about to be made; it cannot be told from a wrong address.
    const reason = error instanceof Error ? error.message : String(error);
    if (isInfrastructureError(error) || isMissing(error)) return reason || 'it does not answer';
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === '3D000' || error.code === '28P01')
  );
}
