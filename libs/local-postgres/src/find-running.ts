import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { probe, urlOf } from './database.js';
import type { Folder } from './folder.js';
import { LocalPostgresError } from './local-postgres-error.js';
import { type Postmaster, readPostmaster, removePostmaster } from './postmaster-file.js';
import { commandOf, isAlive, parseIdentity, stillRuns } from './process-identity.js';

const LEAVING_MS = 60_000;
const ASK_AGAIN_MS = 10_000;
const POLL_MS = 50;

/**
 * Returns the server that runs on this folder and can be used. If the process that started the
 * server is gone or is stopping it, the server is on its way down: this function waits until it has
 * ended, and asks it to stop if it does not.
 *
 * @throws LocalPostgresError when a server neither serves nor ends within a minute
 */
export async function findRunning(
  folder: Folder,
  password: string,
): Promise<Postmaster | undefined> {
  const since = Date.now();
  let asked = false;
  for (; Date.now() - since < LEAVING_MS; await sleep(POLL_MS)) {
    const postmaster = readPostmaster(folder);
    if (!postmaster || !isAlive(postmaster.pid)) return undefined;
    const state = await stateOf(folder, postmaster, password);
    if (state === 'recycled') {
      removePostmaster(folder);
      return undefined;
    }
    const owned = ownerLives(folder);
    if (state === 'serving' && owned) return postmaster;
    if (!owned && !asked && Date.now() - since > ASK_AGAIN_MS) {
      asked = true;
      process.kill(postmaster.pid, 'SIGINT');
    }
  }
  const pid = readPostmaster(folder)?.pid;
  throw new LocalPostgresError(
    `A PostgreSQL (process ${pid}) runs on ${folder.dir} and neither answers nor ends. Stop it with \`kill -INT ${pid}\`, then start again.`,
  );
}

/** `recycled` means that the server is long gone and another process has got its pid. */
async function stateOf(
  folder: Folder,
  { pid, port }: Postmaster,
  password: string,
): Promise<'serving' | 'busy' | 'recycled'> {
  const answer = await probe(urlOf(port, password, 'postgres'), folder.data);
  if (answer === 'same') return 'serving';
  const command = commandOf(pid);
  if (command === undefined) return answer === 'refused' ? 'recycled' : 'busy';
  // The server's child processes show their task as their name. Only the first process shows the
  // folder.
  return command.includes(folder.data) ? 'busy' : 'recycled';
}

function ownerLives({ ownerFile }: Folder): boolean {
  try {
    const owner = parseIdentity(fs.readFileSync(ownerFile, 'utf8'));
    return owner !== undefined && stillRuns(owner);
  } catch {
    return false;
  }
}
