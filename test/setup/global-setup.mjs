// Answers suites that request a store. A run whose suites need none starts no server and builds
// nothing. This file runs outside Jest's module map, and stores.ts directly from TypeScript, on the
// built product.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { register } from 'node:module';
import { prepare } from '../../scripts/run/prepare.mjs';
import { Modules } from './modules.mjs';

let stores;

async function loadStores() {
  await prepare('everything');
  register('../typescript.mjs', import.meta.url);
  return import('../support/servers/stores.ts');
}

async function answer(request, response) {
  try {
    stores ??= loadStores();
    const { startStore } = await stores;
    response.end(JSON.stringify(await startStore(request.url.slice(1))));
  } catch (error) {
    response.writeHead(500).end(error.stack);
  }
}

export default async function globalSetup() {
  // While files are watched, one process runs suites again and again.
  Modules.forget();
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.BOTGAUGE_TEST_STORES = `http://127.0.0.1:${server.address().port}`;
  globalThis.__botgaugeStopStores = async () => {
    server.close();
    await (await stores)?.stopStores();
    stores = undefined;
  };
}
