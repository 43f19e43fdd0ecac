// Runs outside Jest's module map, so in TypeScript as it stands, on the product that was built.
import { register } from 'node:module';

register('../typescript.mjs', import.meta.url);

export default async function globalSetup() {
  const { startServers } = await import('./servers.ts');
  globalThis.__botgaugeStopServers = await startServers();
}
