import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, isBuilt } from '../build.mjs';
import { readOptions, USAGE as DEV_USAGE } from '../dev/options.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { root, say } from './root.mjs';
import { runTarget } from './run-target.mjs';

// npm changes into the repository; INIT_CWD is the user's folder.
const userFolder = process.env.INIT_CWD || process.cwd();
const fromUser = (file) => path.resolve(userFolder, file);

/** What Jest and its processes make anew for each suite is collected less often. */
const ROOM_FOR_NEW_OBJECTS = '--max-semi-space-size=32';

/**
 * How each target is run. `leads`: the target has its own processes and must notice when this one
 * dies. `scope`: what has to be installed, by default `service`. `help`: the text that was asked for
 * instead. Paths that the user named are made absolute, because targets run in different folders.
 */
const TARGETS = {
  start: () => ({ args: ['dist/apps/launcher/src/main.js', 'start'], cwd: root, leads: true }),
  demo: (args) => ({
    args: ['dist/apps/launcher/src/main.js', 'demo', ...args.map(pathOrOption)],
    cwd: root,
    leads: true,
  }),
  dev: (args) => ({
    args: ['scripts/dev.mjs', ...args],
    cwd: root,
    leads: true,
    help: readOptions(args).help ? DEV_USAGE : undefined,
  }),
  botgauge: (args) => ({
    args: [path.join(root, 'dist/apps/cli/src/main.js'), ...args],
    cwd: userFolder,
    leads: false,
  }),
  test: (args) => tool(ROOM_FOR_NEW_OBJECTS, 'node_modules/jest/bin/jest.js', ...args),
  faults: (args) => tool('test/run.mjs', 'faults/main.ts', ...args),
  mutations: (args) => tool('test/run.mjs', 'mutations/main.ts', ...args),
  'same-answers': (args) => tool('test/run.mjs', 'same-answers/main.ts', ...args),
  bench: (args) => tool('test/run.mjs', 'bench/main.ts', ...args),
  accuracy: (args) => tool('test/run.mjs', 'accuracy/main.ts', ...args.map(pathOrOption)),
  schema: () => tool('test/run.mjs', 'schema/main.ts'),
  screenshots: () => tool('test/run.mjs', 'screenshots/main.ts'),
};

const tool = (...args) => ({ args, cwd: root, leads: false, scope: 'everything' });

const pathOrOption = (argument) => (argument.startsWith('-') ? argument : fromUser(argument));

/** Runs a target and returns its exit status. */
export async function main(name, args) {
  if (!Object.hasOwn(TARGETS, name ?? '')) {
    process.stderr.write(
      'Usage: node scripts/run.mjs start | demo [--keep] [FILE] | dev [--inspect[=PORT]] | botgauge [ARGUMENTS] | test [ARGUMENTS] | faults [ARGUMENTS] | bench [ARGUMENTS] | mutations [ARGUMENTS] | same-answers BEFORE AFTER | accuracy [ARGUMENTS] | schema | screenshots\n',
    );
    return 2;
  }
  const { scope = 'service', help, ...target } = TARGETS[name](args);
  if (help) {
    process.stdout.write(help);
    return 0;
  }
  await prepare(scope);
  const env = scope === 'service' ? await environment(name) : process.env;
  return runTarget({ ...target, env });
}

/** Looks first without the lock, because a folder that is ready may be read-only for this user. */
async function prepare(scope) {
  if (isInstalled(scope) && isBuilt()) return;
  await withLock('prepare', async () => {
    if (!isInstalled(scope)) await install(scope);
    if (isBuilt()) return;
    say('Building…');
    await build();
  });
}

/**
 * A relative DATA_DIR belongs to the repository, so that the CLI finds it from any folder. While
 * `npm start` is running, the CLI works on its embedded database and its API. What `npm run dev`
 * makes is kept apart from that.
 */
async function environment(name) {
  const env = { ...process.env };
  const usual = name === 'dev' ? '.botgauge/dev' : '.botgauge';
  env.DATA_DIR = path.resolve(root, env.DATA_DIR?.trim() || usual);
  if (env.BOOTSTRAP_FILE?.trim()) env.BOOTSTRAP_FILE = fromUser(env.BOOTSTRAP_FILE.trim());
  if (name === 'botgauge' && existsSync(env.DATA_DIR)) {
    const { findPublished, findSecretKey } =
      await import('../../dist/libs/local-postgres/src/index.js');
    env.DATABASE_URL = env.DATABASE_URL?.trim() || findPublished(env.DATA_DIR, 'database') || '';
    env.BOTGAUGE_URL = env.BOTGAUGE_URL?.trim() || findPublished(env.DATA_DIR, 'api') || '';
    env.SECRET_KEY = env.SECRET_KEY?.trim() || findSecretKey(env.DATA_DIR) || '';
  }
  return env;
}
