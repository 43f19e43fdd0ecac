import { isInfrastructureError, SchemaMismatchError } from '@app/storage';
import { CommandError } from '../program/command-error.js';
import { databaseAddress } from './database-address.js';

/** What the operator can do about an answer of PostgreSQL, by SQLSTATE. */
const REMEDIES: Record<string, string> = {
  '3D000': 'has no such database: create it, or correct DATABASE_URL',
  '28000': 'refuses this user: correct user and password in DATABASE_URL',
  '28P01': 'refuses this user or password: correct them in DATABASE_URL',
  '42501': 'does not permit this to its user: grant the rights, or use the owner in DATABASE_URL',
  '42P01': 'lacks tables of this release: run `botgauge migrate`',
  '42703': 'lacks columns of this release: run `botgauge migrate`',
  '53300': 'has no connection left: try again, or raise its max_connections',
  '57014': 'took too long and the statement was cancelled: try again when it is less busy',
};

/** The error as a sentence that says what to do; an error that is not the database's is returned as it is. */
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

/** Whether waiting for the database helps, also when the error was wrapped on its way. */
export function isDatabaseAway(error: unknown): boolean {
  return causesOf(error).some(isInfrastructureError);
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
