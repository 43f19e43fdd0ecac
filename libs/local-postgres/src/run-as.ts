import { spawnSync, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.js';
import type { Folder } from './folder.js';
import { LocalPostgresError } from './local-postgres-error.js';

/** A command in the form that `spawn` takes. */
export interface Command {
  file: string;
  args: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>;
}

/**
 * Changes a command so that it runs as a user that PostgreSQL accepts. PostgreSQL refuses to run as
 * root.
 */
export type RunAs = (file: string, args: string[]) => Command;

interface User {
  uid: number;
  gid: number;
}

const NAMESPACE = ['--user', '--map-user=65534', '--map-group=65534', '--'];

// The command's user may not be allowed to enter the current folder of this process.
const CWD = process.platform === 'win32' ? {} : { cwd: '/' };

const asMyself: RunAs = (file, args) => ({ file, args, options: CWD });

/**
 * Root remains the owner of the files. Inside the namespace, the process sees itself as an ordinary
 * user.
 */
const inNamespace: RunAs = (file, args) => ({
  file: 'unshare',
  args: [...NAMESPACE, file, ...args],
  options: CWD,
});

const asUser =
  ({ uid, gid }: User): RunAs =>
  (file, args) => ({ file, args, options: { ...CWD, uid, gid } });

/** For folders below /root, which an ordinary user cannot enter. */
const asUserPassingDoors =
  ({ uid, gid }: User): RunAs =>
  (file, args) => ({
    file: 'setpriv',
    args: [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--',
      file,
      ...args,
    ],
    options: CWD,
  });

/**
 * Chooses how PostgreSQL's programs are run on this folder. An ordinary user runs them directly.
 * Root runs them in a user namespace if the system allows it. Otherwise they run as the user who
 * owns the data, as `postgres` or as `nobody`, and the folder is given to that user.
 *
 * @throws LocalPostgresError when none of these ways reaches the folder and the programs
 */
export function chooseRunAs(folder: Folder, binaries: Binaries): RunAs {
  if (process.getuid?.() !== 0) return asMyself;
  const reaches = (runAs: RunAs) => canWork(runAs, folder, binaries);
  const owner = ownerOf(folder);
  if (owner === undefined && reaches(inNamespace)) return inNamespace;
  const user = owner ?? ordinaryUser();
  if (user) {
    handOver(folder.dir, user);
    const way = [asUser(user), asUserPassingDoors(user)].find(reaches);
    if (way) return way;
  }
  throw new LocalPostgresError(
    `PostgreSQL refuses to run as root, and no other user reaches both ${folder.dir} and ${path.dirname(binaries.postgres)}. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Returns the owner of the data, or undefined when there is no data yet or root owns it. */
function ownerOf({ data }: Folder): User | undefined {
  if (!fs.existsSync(data)) return undefined;
  const { uid, gid } = fs.statSync(data);
  return uid === 0 ? undefined : { uid, gid };
}

function ordinaryUser(): User | undefined {
  const number = (flag: string, name: string) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  };
  for (const name of ['postgres', 'nobody']) {
    const uid = number('-u', name);
    const gid = number('-g', name);
    if (uid && gid) return { uid, gid };
  }
  return undefined;
}

function handOver(place: string, { uid, gid }: User): void {
  const stat = fs.lstatSync(place);
  if (stat.uid !== uid) fs.lchownSync(place, uid, gid);
  if (!stat.isDirectory()) return;
  for (const name of fs.readdirSync(place)) handOver(path.join(place, name), { uid, gid });
}

/**
 * Tries, instead of computing it, whether the folder can be written and the program can be started
 * in this way.
 */
function canWork(runAs: RunAs, { dir }: Folder, { postgres }: Binaries): boolean {
  const script = ': > "$1/.probe" && rm "$1/.probe" && exec "$2" --version';
  const { file, args, options } = runAs('sh', ['-c', script, 'sh', dir, postgres]);
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0;
}
