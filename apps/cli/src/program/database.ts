import { loadConfig, requireDatabaseUrl } from '@app/config';
import { createLogger } from '@app/observability';
import { createPool, isInfrastructureError, SchemaMismatchError } from '@app/storage';
import type { Dependencies } from './answering.js';
import { BOTGAUGE } from './called-as.js';
import { CommandError } from './failure.js';

export type Pool = ReturnType<typeof createPool>;

const STATEMENT_TIMEOUT_MS = 30_000;
const DEFAULT_PORT = '5432';

interface Limits {
  /** For commands that read all data. */
  statementTimeoutMs?: number;
}

/**
 * Lends a pool on the configured database, and ends it afterwards in any case.
 *
 * @throws ConfigError, and CommandError when the database is at fault
 */
export async function withDatabase<T>(
  { env }: Dependencies,
  work: (pool: Pool) => Promise<T>,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS }: Limits = {},
): Promise<T> {
  const url = requireDatabaseUrl(loadConfig(env));
  const pool = createPool({
    url,
    max: 2,
    name: 'botgauge-cli',
    statementTimeoutMs,
    // A lost connection fails the statement that needs it. Standard output is only for results.
    logger: createLogger('cli', 'silent'),
  });
  try {
    return await work(pool);
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await pool.end();
  }
}

/** What the operator can do about an error of PostgreSQL, by SQLSTATE. */
const REMEDIES: Record<string, string> = {
  '3D000': 'has no such database: create it, or correct DATABASE_URL',
  '28000': 'refuses this user: correct user and password in DATABASE_URL',
  '28P01': 'refuses this user or password: correct them in DATABASE_URL',
  '42501': 'does not permit this to its user: grant the rights, or use the owner in DATABASE_URL',
  '42P01': `lacks tables of this release: run \`${BOTGAUGE} migrate\``,
  '42703': `lacks columns of this release: run \`${BOTGAUGE} migrate\``,
  '53300': 'has no connection left: try again, or raise its max_connections',
  '57014': 'took too long and the statement was cancelled: try again when it is less busy',
};

/**
 * Returns the error as a sentence that says what to do. An error that does not come from the
 * database is returned unchanged.
 */
export function explainDatabaseError(error: unknown, url: string): unknown {
  if (error instanceof SchemaMismatchError)
    return new CommandError(error.message, { cause: error });
  const database = `The database at ${databaseAddress(url)}`;
  const remedy = causesOf(error)
    .map((cause) => REMEDIES[codeOf(cause)])
    .find(Boolean);
  if (remedy) return new CommandError(`${database} ${remedy}.`, { cause: error });
  if (isDatabaseAway(error)) {
    return new CommandError(
      `${database} does not answer${reasonOf(error)}: start it, or correct DATABASE_URL, then run the command again.`,
      { cause: error },
    );
  }
  return error;
}

/** Tells whether waiting for the database helps, even if the error was wrapped on its way. */
export function isDatabaseAway(error: unknown): boolean {
  return causesOf(error).some(isInfrastructureError);
}

/** Returns where a database is, for messages: `host:port`, never user or password. */
export function databaseAddress(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') || decodeURIComponent(hostname) || 'localhost';
  return `${host}:${searchParams.get('port') || port || DEFAULT_PORT}`;
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function reasonOf(error: unknown): string {
  const code = causesOf(error).map(codeOf).find(Boolean);
  return code ? ` (${code})` : '';
}
