import { waitForStore } from '@app/lifecycle';
import type { Logger } from '@app/observability';
import { isInfrastructureError } from './database-error.js';
import type { WantedFlavour } from './flavour.js';
import { findSchema } from './migrator.js';

/** The SQLSTATE of a database that does not exist (yet). */
const NO_SUCH_DATABASE = '3D000';

/**
 * Returns as soon as the database answers and has this release's schema.
 *
 * @throws SchemaMismatchError and wrong credentials at once, because waiting cannot help
 * @throws Error when `timeoutMs` have passed; the message says what is missing
 */
export function waitForDatabase(
  url: string,
  flavour: WantedFlavour,
  timeoutMs: number,
  logger: Logger,
): Promise<void> {
  return waitForStore({
    name: 'database',
    findObstacle: () => findObstacle(url, flavour),
    timeoutMs,
    logger,
  });
}

async function findObstacle(url: string, flavour: WantedFlavour): Promise<string | undefined> {
  try {
    return (await findSchema(url, flavour))
      ? undefined
      : 'its schema is not up to date: run the command `migrate` of this release';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const comingUp = 'code' in error && error.code === NO_SUCH_DATABASE;
    if (!comingUp && !isInfrastructureError(error)) throw error;
    return error.message || 'it does not answer';
  }
}
