import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.js';
import type { Folder } from './folder.js';
import { LocalPostgresError } from './local-postgres-error.js';
import type { RunAs } from './run-as.js';

/** The only role of an embedded PostgreSQL. */
export const ROLE = 'botgauge';

/**
 * Makes the data directory when there is none. It is made under another name and then renamed, so
 * an interrupted start leaves only a folder that the next start removes.
 *
 * @throws LocalPostgresError with the output of initdb
 */
export async function ensureCluster(
  folder: Folder,
  binaries: Binaries,
  runAs: RunAs,
  env: NodeJS.ProcessEnv | undefined,
): Promise<void> {
  removeUnfinished(folder);
  if (fs.existsSync(path.join(folder.data, 'PG_VERSION'))) return;
  const unfinished = `${folder.data}.init-${process.pid}`;
  const { file, args, options } = runAs(binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${ROLE}`,
    `--pwfile=${folder.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ]);
  const { status, said } = await run(
    spawn(file, args, {
      ...options,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Detached, so that Ctrl-C in the terminal does not interrupt it.
      detached: true,
    }),
  );
  if (status !== 0) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw new LocalPostgresError(
      `The embedded PostgreSQL cannot create its data directory in ${folder.dir}:\n${said.trim()}\nCorrect that, or set DATABASE_URL to the address of another PostgreSQL.`,
    );
  }
  fs.renameSync(unfinished, folder.data);
}

function removeUnfinished({ dir, data }: Folder): void {
  const prefix = `${path.basename(data)}.init-`;
  for (const name of fs.readdirSync(dir)) {
    if (name.startsWith(prefix)) {
      fs.rmSync(path.join(dir, name), { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

function run(child: ChildProcess): Promise<{ status: number | null; said: string }> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: null, said: error.message }));
    child.once('close', (status) => resolve({ status, said }));
  });
}
