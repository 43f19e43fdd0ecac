import { type Config, loadConfig, requireDatabaseUrl } from '@app/config';
import { chooseBackend } from '@app/queue';
import { migrate, type MigrationReport } from '@app/storage';
import { databaseAddress } from '../database/database-address.js';
import { explainDatabaseError } from '../database/explain-database-error.js';
import type { Answer } from '../output/answer.js';
import type { Dependencies } from '../program/dependencies.js';
import { retryWhileAway } from './retry-while-away.js';

/** Brings queue and storage up to date; waits for a database that is still starting. */
export async function migrateStores(
  { env, errors }: Dependencies,
  quiet: boolean,
): Promise<Answer> {
  const config = loadConfig(env);
  const url = requireDatabaseUrl(config);
  const onWait = () => {
    if (!quiet) errors.write(`Waiting for the database at ${databaseAddress(url)} …\n`);
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

/** The queue first: once the storage's schema is there, waiting processes go ahead and need both. */
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
