// npm run dev: the service from its sources, while they change. The launcher runs the programs as
// `npm start` does; this compiles what changes, and has what uses it started again. What it does for
// its user is told in dev/options.mjs.
import path from 'node:path';
import { readOptions } from './dev/options.mjs';
import { startPage } from './dev/page.mjs';
import { reloading } from './dev/reload.mjs';
import { followSources } from './dev/sources.mjs';
import { readyText } from './dev/text.mjs';
import { watchFolders } from './dev/watch.mjs';
import { root } from './run/root.mjs';

const { inspect } = readOptions(process.argv.slice(2));
const compileChanges = await followSources();
const launcher = (module) => import(path.join(root, 'dist/apps/launcher/src', `${module}.js`));
const { runCommand } = await launcher('launch');
const { processTerminal } = await launcher('terminal');
const { startInDataDir } = await launcher('start/start');
const { UnshownKeys } = await launcher('start/first-keys');
const { makeFirstKeys } = await launcher('processes/service');
const { signInAddress } = await launcher('processes/sign-in');

const status = await runCommand(develop, { terminal: processTerminal });
process.stdout.write('', () => process.exit(status));

/** Runs the service until it is asked to stop. */
async function develop(stage) {
  const { config, terminal, teardown, stop } = stage;
  const service = await startInDataDir(stage, nodeOptions());
  const page = await stop.orStop(startPage(service.baseUrl, path.join(config.DATA_DIR, 'vite')));
  teardown.add({ name: 'the server of the page', stop: page.close, kill: () => undefined });
  const changes = watchFolders(['apps', 'libs', 'docs'].map((folder) => path.join(root, folder)));
  teardown.add({ name: 'the watch', stop: async () => changes.close(), kill: changes.close });
  const reload = reloading(stage, service, compileChanges);
  // Nobody has noticed what changed while all of this was being started.
  await stop.orStop(reload());
  const keys = await keysOf(stage, service);
  const signIn = await signInAddress(stage, service, page.url);
  const dataDir = path.relative(root, config.DATA_DIR);
  await terminal.show(
    readyText({ page: page.url, baseUrl: service.baseUrl, keys, signIn, inspect, dataDir }),
  );
  for (;;) {
    await stop.orStop(changes.next());
    await stop.orStop(reload());
  }
}

/** Lets errors name the places in the sources, and a debugger attach if that was asked for. */
function nodeOptions() {
  const sources = '--enable-source-maps';
  if (inspect === undefined) return { API: [sources], worker: [sources] };
  const debuggerAt = (port) => `--inspect=127.0.0.1:${port}`;
  return {
    API: [sources, debuggerAt(inspect)],
    worker: [sources, debuggerAt(inspect && inspect + 1)],
  };
}

/**
 * Returns the keys of the website that the first start made. Unlike those of `npm start` they are
 * kept and shown at every start, because they are for trying only. Returns undefined when there was
 * an account before.
 */
async function keysOf(stage, service) {
  const kept = new UnshownKeys(stage.config.DATA_DIR);
  return (await makeFirstKeys(stage, service, async (keys) => kept.save(keys))) ?? kept.read();
}
