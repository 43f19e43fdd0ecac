import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.js';

/** What stands where in the folder of one embedded PostgreSQL. */
export interface Folder {
  /** Absolute, symbolic links resolved, so that two ways to the same folder meet. */
  dir: string;
  /** PostgreSQL's own data directory. */
  data: string;
  /** Password of the only user, mode 0600. */
  passwordFile: string;
  /** Who started the running server; gone when it is being stopped. */
  ownerFile: string;
  /** Held while a server is being started. */
  lock: string;
}

/**
 * Makes the folder when it is missing and says what stands where.
 *
 * @throws LocalPostgresError when this user cannot write there
 */
export function openFolder(dir: string): Folder {
  const wanted = path.resolve(dir);
  try {
    // The parent gets ordinary rights: an unprivileged PostgreSQL started by root walks through it.
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

/** The password of this folder, made on first use. Only call it with the lock held. */
export function passwordOf({ passwordFile, data }: Folder): string {
  if (!fs.existsSync(passwordFile)) {
    if (fs.existsSync(data)) {
      throw new LocalPostgresError(
        `The file ${passwordFile} with the password of the embedded PostgreSQL is missing. Restore it from a backup, or move ${path.dirname(data)} away to start empty.`,
      );
    }
    const text = crypto.randomBytes(18).toString('base64url');
    writePrivately(passwordFile, text);
  }
  return fs.readFileSync(passwordFile, 'utf8').trim();
}

/** Writes a file of mode 0600 in one step: nobody ever reads half of it. */
export function writePrivately(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  fs.rmSync(temporary, { force: true });
  fs.writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  fs.renameSync(temporary, file);
}

function makePrivate(dir: string): void {
  try {
    fs.mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // A second start on the same folder may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
