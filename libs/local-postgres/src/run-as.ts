import { spawnSync, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.js';
import type { Folder } from './folder.js';
import { LocalPostgresError } from './local-postgres-error.js';

/** A command as `spawn` takes it. */
export interface Command {
  file: string;
  args: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>;
}

/** Turns a command into one that runs as somebody PostgreSQL accepts: it refuses to run as root. */
export type RunAs = (file: string, args: string[]) => Command;

interface User {
  uid: number;
  gid: number;
}

const NAMESPACE = ['--user', '--map-user=65534', '--map-group=65534', '--'];

// The folder this process stands in may be closed to whoever the command runs as.
const CWD = process.platform === 'win32' ? {} : { cwd: '/' };

const asMyself: RunAs = (file, args) => ({ file, args, options: CWD });

/** Files keep root as their owner; inside, the process sees itself as an ordinary user. */
const inNamespace: RunAs = (file, args) => ({
  file: 'unshare',
  args: [...NAMESPACE, file, ...args],
  options: CWD,
});

const asUser =
  ({ uid, gid }: User): RunAs =>
  (file, args) => ({ file, args, options: { ...CWD, uid, gid } });

/** For folders below /root, which an ordinary user cannot walk through. */
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
 * How PostgreSQL's programs are run on this folder. Not as root: as they are. As root: in a user
 * namespace where the system allows that, otherwise as the user who owns the data, `postgres` or
 * `nobody`, to whom the folder is then handed over.
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

/** Who owns the data; undefined when there is none yet or it is root's. */
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

/** Tried, not computed: whether the folder can be written and the program started this way. */
function canWork(runAs: RunAs, { dir }: Folder, { postgres }: Binaries): boolean {
  const script = ': > "$1/.probe" && rm "$1/.probe" && exec "$2" --version';
  const { file, args, options } = runAs('sh', ['-c', script, 'sh', dir, postgres]);
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0;
}
