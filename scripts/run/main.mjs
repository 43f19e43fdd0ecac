import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, isBuilt } from '../build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { root } from './root.mjs';
import { runTarget } from './run-target.mjs';

// npm changes into the repository; INIT_CWD is where the user stands.
const userFolder = process.env.INIT_CWD || process.cwd();
const fromUser = (file) => path.resolve(userFolder, file);

/**
 * How each target is run. `leads`: it has processes of its own and must notice when this one dies.
 * Folders and files the user named are made absolute, because targets run in different folders.
 */
const TARGETS = {
  start: () => ({ args: ['dist/apps/launcher/src/main.js', 'start'], cwd: root, leads: true }),
  demo: (args) => ({
    args: ['dist/apps/launcher/src/main.js', 'demo', ...args.map(demoArgument)],
    cwd: root,
    leads: true,
  }),
  botgauge: (args) => ({
    args: [path.join(root, 'dist/apps/cli/src/main.js'), ...args],
    cwd: userFolder,
    leads: false,
  }),
  test: (args) => ({
    args: ['node_modules/jest/bin/jest.js', ...args],
    cwd: root,
    leads: false,
  }),
  faults: (args) => ({
    args: ['test/run.mjs', 'faults/main.ts', ...args],
    cwd: root,
    leads: false,
  }),
  bench: (args) => ({
    args: ['test/run.mjs', 'bench/main.mjs', ...args],
    cwd: root,
    leads: false,
  }),
};

const demoArgument = (argument) => (argument.startsWith('-') ? argument : fromUser(argument));

/** Runs a target and returns its exit status. */
export async function main(name, args) {
  if (!Object.hasOwn(TARGETS, name ?? '')) {
    process.stderr.write(
      'Usage: node scripts/run.mjs start | demo [FILE] | botgauge [ARGUMENTS] | test [ARGUMENTS] | faults [ARGUMENTS] | bench [ARGUMENTS]\n',
    );
    return 2;
  }
  const target = TARGETS[name](args);
  await prepare();
  return runTarget({ ...target, env: await environment(name) });
}

/** Looks first without the lock: a folder that is ready may be one this user cannot write. */
async function prepare() {
  if (isInstalled() && isBuilt()) return;
  await withLock('prepare', async () => {
    if (!isInstalled()) await install();
    if (!isBuilt()) await build();
  });
}

/**
 * A relative DATA_DIR belongs to the repository, so that the CLI finds it from any folder. Beside a
 * running `npm start` the CLI works on its embedded database.
 */
async function environment(name) {
  const env = { ...process.env };
  if (['test', 'faults', 'bench'].includes(name)) return env;
  env.DATA_DIR = path.resolve(root, env.DATA_DIR?.trim() || '.botgauge');
  if (env.BOOTSTRAP_FILE?.trim()) env.BOOTSTRAP_FILE = fromUser(env.BOOTSTRAP_FILE.trim());
  const published = existsSync(path.join(env.DATA_DIR, 'server.json'));
  if (name === 'botgauge' && published && !env.DATABASE_URL?.trim()) {
    const { runningServer } = await import('../../dist/libs/local-postgres/src/index.js');
    const server = runningServer(env.DATA_DIR);
    if (server) env.DATABASE_URL = server.url;
  }
  return env;
}
