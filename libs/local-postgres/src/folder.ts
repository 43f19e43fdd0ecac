import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.js';

/** The paths in the folder of one embedded PostgreSQL. */
export interface Folder {
  /**
   * An absolute path with symbolic links resolved, so that two paths to the same folder are equal.
   */
  dir: string;
  /** PostgreSQL's own data directory. */
  data: string;
  /** The password of the only user, mode 0600. */
  passwordFile: string;
  /**
   * Names the process that started the running server. The file is removed when the server is being
   * stopped.
   */
  ownerFile: string;
  /** The lock that a process holds while it starts a server. */
  lock: string;
}

/**
 * Makes the folder when it is missing, and returns its paths.
 *
 * @throws LocalPostgresError when this user cannot write there
 */
export function openFolder(dir: string): Folder {
  const wanted = path.resolve(dir);
  try {
    // The parent folder gets ordinary rights, because a PostgreSQL that root started runs
    // unprivileged and must be able to enter it.
    fs.mkdirSync(path.dirname(wanted), { recursive: true });
    if (!fs.existsSync(wanted)) makePrivate(wanted);
    fs.accessSync(wanted, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (cause) {
    throw new LocalPostgresError(
      `The folder ${wanted} for the embedded PostgreSQL cannot be used (${(cause as Error).message}). Start as the user who owns it, set DATA_DIR to another folder, or set DATABASE_URL.`,
      { cause },
    );
  }
  const real = fs.realpathSync(wanted);
  return {
    dir: real,
    data: path.join(real, 'data'),
    passwordFile: path.join(real, 'password'),
    ownerFile: path.join(real, 'owner.json'),
    lock: path.join(real, 'start.lock'),
  };
}

/**
 * Returns the password of this folder and creates it on first use. The caller must hold the lock.
 */
export function passwordOf({ passwordFile, data }: Folder): string {
  if (!fs.existsSync(passwordFile)) {
    if (fs.existsSync(data)) {
      throw new LocalPostgresError(
        `The file ${passwordFile} with the password of the embedded PostgreSQL is missing. Restore it from a backup, or move ${path.dirname(data)} away to start with an empty database.`,
      );
    }
    const text = crypto.randomBytes(18).toString('base64url');
    writePrivately(passwordFile, text);
  }
  return fs.readFileSync(passwordFile, 'utf8').trim();
}

/** Writes a file of mode 0600 in one step, so that nobody ever reads half of it. */
export function writePrivately(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  fs.rmSync(temporary, { force: true });
  fs.writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
  fs.renameSync(temporary, file);
}

function makePrivate(dir: string): void {
  try {
    fs.mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another start on the same folder may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
