import { isNativeError } from 'node:util/types';

/**
 * SQLSTATE classes and codes which say that the database is away or unable to work, and that the
 * data is fine.
 */
const INFRASTRUCTURE_CLASSES = ['08', '57P', '58'];
const INFRASTRUCTURE_CODES = [
  '53000',
  '53100',
  '53300',
  '40001',
  '40P01',
  '55P03',
  '25006',
  '25P03',
  // The schema is newer than this release: a worker of the newer release can write.
  'ZR001',
  // A shard is on another node than it was a moment ago.
  'ZR002',
];
/** Classes which say that the values are wrong, or too large for the database. */
const DATA_CLASSES = ['22', '23', '54'];
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** node-postgres and Node's sockets report a lost connection by a message or an errno. */
const CONNECTION_MESSAGE =
  /connection terminated|connection ended|timeout expired|timeout exceeded when trying to connect|query read timeout|not queryable|cannot use a pool after/i;
const CONNECTION_ERRNO =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/**
 * Tells whether an error means that the database is away or overwhelmed, or is not this release's
 * any more, so that waiting helps. Otherwise the statement or its data is wrong. The codes are from
 * Appendix A of PostgreSQL's manual, and some are from our own migrations.
 */
export function isInfrastructureError(error: unknown): boolean {
  // instanceof would fail here, because an error of Node itself may come from another realm.
  if (!isNativeError(error)) return false;
  // Several addresses of one host were tried one after the other.
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) {
    return error.errors.every(isInfrastructureError);
  }
  const code = 'code' in error ? String(error.code) : '';
  if (SQLSTATE.test(code) && !CONNECTION_ERRNO.test(code)) {
    return (
      INFRASTRUCTURE_CODES.includes(code) ||
      INFRASTRUCTURE_CLASSES.some((prefix) => code.startsWith(prefix))
    );
  }
  return CONNECTION_ERRNO.test(code) || CONNECTION_MESSAGE.test(error.message);
}

/**
 * Tells whether an error proves that the data of a statement is wrong, so that trying again cannot
 * help.
 */
export function isDataError(error: unknown): boolean {
  const sqlstate = sqlstateOf(error);
  return sqlstate !== null && DATA_CLASSES.includes(sqlstate.slice(0, 2));
}

/** Tells whether a statement for several batches may have failed because of one of them. */
export function mayBeOneCall(error: unknown): boolean {
  return !isInfrastructureError(error);
}

/** Returns the SQLSTATE of an error that PostgreSQL reported, or null for any other error. */
export function sqlstateOf(error: unknown): string | null {
  // Node's own codes may have five letters too, but only the server's errors have a severity.
  if (!isNativeError(error) || !('code' in error) || !('severity' in error)) return null;
  const code = String(error.code);
  return SQLSTATE.test(code) ? code : null;
}
