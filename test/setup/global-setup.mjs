// Runs outside Jest's module map, directly from TypeScript, on the built product.
import { register } from 'node:module';

register('../typescript.mjs', import.meta.url);

export default async function globalSetup() {
  const { startServers } = await import('./servers.ts');
  globalThis.__botgaugeStopServers = await startServers();
}
