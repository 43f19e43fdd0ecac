import fs from 'node:fs';
import path from 'node:path';
import { childEnvironment, type Config } from '@app/config';
import { publishServer, withdrawServer } from '@app/local-postgres';
import { Database } from '../processes/database.js';
import { type Service, type Stage, startService } from '../processes/service.js';
import { writeBootstrapFile } from './bootstrap-file.js';
import { welcome } from './welcome.js';

/**
 * `npm start`: the database unless DATABASE_URL names one, the processes, then a word to the user.
 * Serves until it is asked to stop.
 *
 * @throws StopRequested, or an error when something cannot be started or keeps dying
 */
export async function start(stage: Stage): Promise<never> {
  const { config, stop, terminal } = stage;
  const url = config.DATABASE_URL ?? (await startDatabase(stage));
  const started = await startService(stage, { DATABASE_URL: url });
  const service = { ...started, baseUrl: config.PUBLIC_URL ?? started.baseUrl };
  const keysFile = announceKeys(service, config);
  terminal.print(welcome(service, { keysFile, now: new Date() }));
  return stop.orStop(new Promise<never>(() => undefined));
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
    // One that was adopted has been published by the process that started it.
    started: (server) => !server.adopted && publishServer(dataDir, server),
    stopping: (server) => !server.adopted && withdrawServer(dataDir, server),
  });
  teardown.add(database);
  return (await stop.orStop(database.start())).url;
}

/** Returns the file the keys were written to; undefined when they are to be printed. */
function announceKeys(service: Service, { BOOTSTRAP_FILE }: Config): string | undefined {
  if (!BOOTSTRAP_FILE || !service.firstKeys) return undefined;
  const file = path.resolve(BOOTSTRAP_FILE);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  writeBootstrapFile(file, service.baseUrl, service.firstKeys);
  return file;
}
