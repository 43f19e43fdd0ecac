import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { writePrivately } from './folder.js';
import { LocalPostgresError } from './local-postgres-error.js';

const BYTES = 32;

const fileOf = (dataDir: string) => path.join(dataDir, 'secret-key');

/**
 * Returns the SECRET_KEY of a data folder, and makes it on first use. Only this user can read the
 * file. It is never replaced, because what was encrypted with it could not be read any more.
 *
 * @throws LocalPostgresError when the file cannot be written or read
 */
export function secretKeyOf(dataDir: string): string {
  return findSecretKey(dataDir) ?? makeSecretKey(dataDir);
}

/**
 * Returns the SECRET_KEY of a data folder, or undefined when it has none.
 *
 * @throws LocalPostgresError when the file cannot be read
 */
export function findSecretKey(dataDir: string): string | undefined {
  try {
    return fs.readFileSync(fileOf(dataDir), 'utf8').trim();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new LocalPostgresError(
      `${fileOf(dataDir)} cannot be read (${code}). Run this as the user who runs \`npm start\`, or set SECRET_KEY.`,
      { cause },
    );
  }
}

function makeSecretKey(dataDir: string): string {
  const file = fileOf(dataDir);
  const text = crypto.randomBytes(BYTES).toString('base64');
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    writeUnlessThere(file, `${text}\n`);
    return text;
  } catch (cause) {
    // Of two starts at the same time, both get the key of the one that was faster.
    const key = findSecretKey(dataDir);
    if (key !== undefined) return key;
    throw new LocalPostgresError(
      `The secret key cannot be kept in ${file} (${(cause as Error).message}). Start as the user who owns the folder, set DATA_DIR to another folder, or set SECRET_KEY.`,
      { cause },
    );
  }
}

/** Unlike a rename, a link never replaces a file that is there. */
function writeUnlessThere(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writePrivately(temporary, text);
  try {
    fs.linkSync(temporary, file);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}
