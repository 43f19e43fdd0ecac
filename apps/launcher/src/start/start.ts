import path from 'node:path';
import { childEnvironment } from '@app/config';
import { findPublished, publish, secretKeyOf, withdraw } from '@app/local-postgres';
import { Database } from '../processes/database.js';
import {
  makeFirstKeys,
  type NodeOptions,
  type Service,
  type Stage,
  startService,
} from '../processes/service.js';
import { signInAddress } from '../processes/sign-in.js';
import { UnshownKeys, writeBootstrapFile } from './first-keys.js';
import { welcome } from './welcome.js';

/**
 * `npm start`: starts the database (unless DATABASE_URL names one) and the processes, and prints
 * how to use them. Serves until it is asked to stop.
 *
 * @throws StopRequested, or an error when something cannot be started or keeps dying
 */
export async function start(stage: Stage): Promise<never> {
  await greet(stage, await startInDataDir(stage));
  return stage.stop.orStop(new Promise<never>(() => undefined));
}

/**
 * Starts the database (unless DATABASE_URL names one) and the processes on what is kept in
 * DATA_DIR, and lets the CLI find both.
 *
 * @throws StopRequested, or an error when something cannot be started
 */
export async function startInDataDir(stage: Stage, nodeOptions?: NodeOptions): Promise<Service> {
  const { config } = stage;
  const url = config.DATABASE_URL ?? (await startDatabase(stage));
  const settings = {
    DATABASE_URL: url,
    // A key of the user's own is in the environment already.
    ...(config.SECRET_KEY ? {} : { SECRET_KEY: secretKeyOf(path.resolve(config.DATA_DIR)) }),
  };
  const service = await startService(stage, settings, nodeOptions);
  publishApi(stage, service);
  return service;
}

async function startDatabase({ config, terminal, teardown, stop }: Stage): Promise<string> {
  const dataDir = path.resolve(config.DATA_DIR);
  terminal.print(`Starting PostgreSQL in ${path.join(dataDir, 'postgres')}`);
  const database = new Database({
    dir: path.join(dataDir, 'postgres'),
    database: 'botgauge',
    env: childEnvironment({}),
    warn: terminal.warn,
    giveUp: stop.fail,
    // An adopted server has been published by the process that started it.
    started: (server) => !server.adopted && publish(dataDir, 'database', server),
    stopping: (server) => !server.adopted && withdraw(dataDir, 'database', server),
  });
  teardown.add(database);
  return (await stop.orStop(database.start())).url;
}

/**
 * Lets the CLI find the API, whatever its port and its public address are. Of two starts on one
 * folder, the CLI finds the first one.
 */
function publishApi({ config, teardown }: Stage, { baseUrl: url }: Service): void {
  const dataDir = path.resolve(config.DATA_DIR);
  if (findPublished(dataDir, 'api')) return;
  // When the API dies, it is started again on the same port. So its address is valid as long as
  // this process lives.
  const { pid } = process;
  publish(dataDir, 'api', { url, pid });
  if (config.PUBLIC_URL) publish(dataDir, 'public', { url: config.PUBLIC_URL, pid });
  const stop = async () => {
    withdraw(dataDir, 'api', { pid });
    withdraw(dataDir, 'public', { pid });
  };
  teardown.add({ name: "the API's published address", stop, kill: () => undefined });
}

/**
 * Makes the first keys, and shows the user the keys that nobody has seen yet, and an address that
 * signs a browser in. A start that ends before leaves the keys to the next one.
 */
async function greet(stage: Stage, service: Service): Promise<void> {
  const { BOOTSTRAP_FILE, DATA_DIR, PUBLIC_URL, VERIFY_LISTS: lists } = stage.config;
  const baseUrl = PUBLIC_URL ?? service.baseUrl;
  const unshown = new UnshownKeys(path.resolve(DATA_DIR));
  const made = await makeFirstKeys(stage, service, async (keys) => unshown.save(keys));
  const keys = made ?? unshown.read();
  const keysFile = BOOTSTRAP_FILE && path.resolve(BOOTSTRAP_FILE);
  if (keys && keysFile) writeBootstrapFile(keysFile, baseUrl, keys);
  const signIn = await signInAddress(stage, service, `${baseUrl}/`);
  await stage.terminal.show(welcome(baseUrl, { signIn, keys, keysFile, lists }));
  unshown.forget();
}
