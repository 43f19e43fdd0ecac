import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, loadConfig, requireDatabaseUrl } from '@app/config';
import { chooseBackend } from '@app/queue';
import { migrate, type MigrationReport } from '@app/storage';
import { type Answer, type Dependencies, say } from '../program/answering.js';
import { databaseAddress, explainDatabaseError, isDatabaseAway } from '../program/database.js';

const RETRY_MS = 500;

/** Brings queue and storage up to date. It waits for a database that is still starting. */
export async function migrateStores(dependencies: Dependencies, quiet: boolean): Promise<Answer> {
  const config = loadConfig(dependencies.env);
  const url = requireDatabaseUrl(config);
  const onWait = () => {
    if (!quiet) say(dependencies, `Waiting for the database at ${databaseAddress(url)} …`);
  };
  try {
    return await retryWhileAway(
      () => migrateBoth(url, config),
      config.STORES_TIMEOUT_SECONDS * 1000,
      onWait,
    );
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

/**
 * The queue comes first: as soon as the storage's schema is there, waiting processes continue, and
 * they need both.
 */
async function migrateBoth(url: string, config: Config): Promise<Answer> {
  const queue = chooseBackend(config);
  await queue.migrate();
  const { DATABASE_FLAVOUR: flavour, VISITS_CHUNK_DAYS: chunkDays } = config;
  return describe(queue.name, await migrate(url, { flavour, chunkDays }));
}

function describe(queue: string, { applied, version, flavour }: MigrationReport): Answer {
  const storage = applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply';
  return {
    document: { applied, version, flavour },
    text: `Queue in ${queue}: up to date.\nStorage: ${storage}; the schema is at version ${version}, flavour ${flavour}.`,
  };
}

/**
 * Repeats `work` while the database is away, up to `timeoutMs`. `onWait` is called once when it
 * takes longer.
 */
async function retryWhileAway<T>(
  work: () => Promise<T>,
  timeoutMs: number,
  onWait: () => void,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() + RETRY_MS > deadline) throw error;
      if (attempt === 0) onWait();
      await sleep(RETRY_MS);
    }
  }
}
