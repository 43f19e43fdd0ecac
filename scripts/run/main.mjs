import path from 'node:path';
import { readOptions, USAGE as DEV_USAGE } from '../dev/options.mjs';
import { prepare } from './prepare.mjs';
import { root } from './root.mjs';
import { runTarget } from './run-target.mjs';
import { areQuick, QUICK, suitesNamedIn } from './tiers.mjs';

// npm changes into the repository; INIT_CWD is the user's folder.
const userFolder = process.env.INIT_CWD || process.cwd();
const fromUser = (file) => path.resolve(userFolder, file);

/** What Jest and its processes make anew for each suite is collected less often. */
const ROOM_FOR_NEW_OBJECTS = '--max-semi-space-size=32';

/**
 * How each target is run. `leads`: the target has its own processes and must notice when this one
 * dies. `scope`: what has to be installed, by default `service`. `builds`: whether the build must be up
 * to date before, by default true. `help`: the text that was asked for instead. Paths that the user
 * named are made absolute, because targets run in different folders.
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
  test: (args) => jest(suitesNamedIn(args).length > 0 ? args : [...args, ...quickSuites()]),
  'test:all': jest,
  faults: (args) => tool('test/run.mjs', 'faults/main.ts', ...args),
  mutations: (args) => tool('test/run.mjs', 'mutations/main.ts', ...args),
  'same-answers': (args) => tool('test/run.mjs', 'same-answers/main.ts', ...args),
  bench: (args) => tool('test/run.mjs', 'bench/main.ts', ...args),
  accuracy: (args) => tool('test/run.mjs', 'accuracy/main.ts', ...args.map(pathOrOption)),
  schema: () => tool('test/run.mjs', 'schema/main.ts'),
  statements: () => tool('test/run.mjs', 'statements/main.ts'),
  screenshots: () => tool('test/run.mjs', 'screenshots/main.ts'),
};

function jest(args) {
  const target = tool(ROOM_FOR_NEW_OBJECTS, 'node_modules/jest/bin/jest.js', ...args);
  // The few suites of these folders that need the build ask for it: test/setup/global-setup.mjs.
  return { ...target, builds: !areQuick(suitesNamedIn(args)) };
}

/** As patterns of Jest, which compares them with absolute paths. */
const quickSuites = () =>
  QUICK.map((folder) => path.join(root, folder).replace(/[\\.*+?^${}()|[\]]/g, '\\$&'));

const tool = (...args) => ({ args, cwd: root, leads: false, scope: 'everything' });

const pathOrOption = (argument) => (argument.startsWith('-') ? argument : fromUser(argument));

/** Runs a target and returns its exit status. */
export async function main(name, args) {
  if (!Object.hasOwn(TARGETS, name ?? '')) {
    process.stderr.write(
      'Usage: node scripts/run.mjs start | demo [--keep] [FILE] | dev [--inspect[=PORT]] | botgauge [ARGUMENTS] | test [ARGUMENTS] | test:all [ARGUMENTS] | faults [ARGUMENTS] | bench [ARGUMENTS] | mutations [ARGUMENTS] | same-answers BEFORE AFTER | accuracy [ARGUMENTS] | schema | statements | screenshots\n',
    );
    return 2;
  }
  const { scope = 'service', builds = true, help, ...target } = TARGETS[name](args);
  if (help) {
    process.stdout.write(help);
    return 0;
  }
  await prepare(scope, builds);
  const env = scope === 'service' ? environment(name) : process.env;
  return runTarget({ ...target, env });
}

/**
 * A relative DATA_DIR belongs to the repository, so that the service and the CLI mean the same one
 * from any folder. What `npm run dev` makes is kept apart, and it asks nobody for lists.
 */
function environment(name) {
  const env = { ...process.env };
  if (name === 'dev') env.VERIFY_LISTS = env.VERIFY_LISTS?.trim() || 'bundled';
  const usual = name === 'dev' ? '.botgauge/dev' : '.botgauge';
  env.DATA_DIR = path.resolve(root, env.DATA_DIR?.trim() || usual);
  if (env.BOOTSTRAP_FILE?.trim()) env.BOOTSTRAP_FILE = fromUser(env.BOOTSTRAP_FILE.trim());
  return env;
}
