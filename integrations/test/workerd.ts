import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { killedAtEnd, removedAtEnd } from '@app/testing';

/** The program that the package brings for this machine. */
const { default: PROGRAM } = createRequire(import.meta.url)('workerd') as { default: string };
const FILES = join(import.meta.dirname, '..');
const MODULES = ['worker.js', 'cloudflare-worker.js', 'botgauge.js'];

/** A Worker on workerd, which is the runtime of Cloudflare. */
export interface RunningWorker {
  base: string;
  stop(): Promise<void>;
}

/** Runs a Worker with these variables. It imports the files of this folder as a user's would. */
export async function startWorkerd(
  script: string,
  variables: Record<string, string>,
): Promise<RunningWorker> {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-workerd-')));
  for (const name of MODULES.slice(1)) cpSync(join(FILES, name), join(folder, name));
  writeFileSync(join(folder, 'worker.js'), script);
  writeFileSync(join(folder, 'config.capnp'), configOf(variables));
  const child = killedAtEnd(
    spawn(PROGRAM, ['serve', 'config.capnp', '--control-fd=3'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    }),
  );
  const lines = createInterface(child.stdio[3] as Readable);
  const [line] = (await once(lines, 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return {
    base: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function configOf(variables: Record<string, string>): string {
  const modules = MODULES.map((name) => `(name = "${name}", esModule = embed "${name}")`);
  const bindings = Object.entries(variables).map(
    ([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${modules.join(', ')}],
      bindings = [${bindings.join(', ')}],
      compatibilityDate = "2026-01-01"
    )),
    (name = "internet", network = (allow = ["public", "private"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`;
}
