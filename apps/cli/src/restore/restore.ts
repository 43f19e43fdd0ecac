import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type Config, loadConfig } from '@app/config';
import { LocalPostgresError, startLocalPostgres } from '@app/local-postgres';
import { chooseBackend } from '@app/queue';
import {
  BackupFormatError,
  NotEmptyError,
  type Restored,
  restoreBackup,
  RestoreError,
} from '@app/storage';
import { type Answer, type Dependencies, say } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { databaseAddress, explainDatabaseError } from '../program/database.js';
import { CommandError } from '../program/failure.js';

/** `restore FILE`: fills an empty database, by default a new embedded one. */
export async function restore(dependencies: Dependencies, file: string): Promise<Answer> {
  const config = loadConfig(dependencies.env);
  return withUrl(config, async (url) => {
    try {
      await chooseBackend({ ...config, DATABASE_URL: url }).migrate();
      return describe(await load(dependencies, config, url, file), url);
    } catch (error) {
      throw explain(error, url, file);
    }
  });
}

function load(
  dependencies: Dependencies,
  config: Config,
  url: string,
  file: string,
): Promise<Restored> {
  const octets: Readable = file === '-' ? dependencies.input : createReadStream(file);
  return restoreBackup(url, octets, {
    flavour: config.DATABASE_FLAVOUR,
    chunkDays: config.VISITS_CHUNK_DAYS,
    tell: (table) => say(dependencies, `Loading ${table}…`),
  });
}

/** Lends the database of DATABASE_URL, or the embedded one for as long as `work` takes. */
async function withUrl<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL) return work(config.DATABASE_URL);
  const dataDir = resolve(config.DATA_DIR);
  try {
    const server = await startLocalPostgres({
      dir: join(dataDir, 'postgres'),
      database: 'botgauge',
    });
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (!(error instanceof LocalPostgresError)) throw error;
    throw new CommandError(error.message, { cause: error });
  }
}

function explain(error: unknown, url: string, file: string): unknown {
  if (error instanceof NotEmptyError) {
    return new CommandError(
      `${error.message} A backup is restored only into an empty one, and DATABASE_URL leads to ${databaseAddress(url)}: create a database and name it there. For \`npm start\`: stop it, move its folder .botgauge/postgres away, run this command again, and start it.`,
    );
  }
  if (error instanceof RestoreError || error instanceof BackupFormatError)
    return new CommandError(error.message, { cause: error });
  if (isErrno(error) && (error.code === 'ENOENT' || error.code === 'EACCES'))
    return new CommandError(`${file} cannot be read (${error.code}): check its name and rights.`);
  return explainDatabaseError(error, url);
}

function describe({ taken_at: taken, rows }: Restored, url: string): Answer {
  const { visits = 0, accounts = 0 } = rows;
  return {
    document: { taken_at: taken, rows },
    text: `Restored the backup of ${taken} into the database at ${databaseAddress(url)}: ${visits.toLocaleString('en')} visits, ${accounts === 1 ? '1 account' : `${accounts} accounts`}. To compare it with its reports, run \`${BOTGAUGE} verify\`.`,
  };
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
