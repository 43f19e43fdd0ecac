import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { productFolder, SETTINGS } from '@app/config';

type Env = Record<string, string | undefined>;

/** The settings with which a command works on a running service. */
export interface RunningService {
  env: Env;
  /** Why settings of the running service cannot be read, to be told when a command fails. */
  obstacle?: string;
}

/**
 * Completes an environment with what a running `npm start` published in its data folder: the
 * addresses of its database and of its API, its public address, and its secret key. What the
 * environment says wins. A relative DATA_DIR belongs to the folder of the product, as for
 * `npm start`, so the service is found from every folder.
 */
export async function findRunningService(given: Env): Promise<RunningService> {
  const dataDir = resolve(productFolder(), textOf(given, 'DATA_DIR') ?? SETTINGS.DATA_DIR.default);
  const env: Env = { ...given, DATA_DIR: dataDir };
  if (!existsSync(dataDir)) return { env };
  // Loaded only where there can be something, because this takes time at every command.
  const { findPublished, findSecretKey, LocalPostgresError } = await import('@app/local-postgres');
  try {
    const database = findPublished(dataDir, 'database');
    env.DATABASE_URL = textOf(given, 'DATABASE_URL') ?? database;
    // Who names another database works on another service.
    if (database !== undefined && env.DATABASE_URL !== database) return { env };
    if (textOf(given, 'BOTGAUGE_URL') === undefined) {
      env.BOTGAUGE_URL = findPublished(dataDir, 'api');
      env.PUBLIC_URL = textOf(given, 'PUBLIC_URL') ?? findPublished(dataDir, 'public');
    }
    env.SECRET_KEY = textOf(given, 'SECRET_KEY') ?? findSecretKey(dataDir);
    return { env };
  } catch (error) {
    if (!(error instanceof LocalPostgresError)) throw error;
    return { env, obstacle: error.message };
  }
}

/** An empty value counts as not set. */
const textOf = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined;
