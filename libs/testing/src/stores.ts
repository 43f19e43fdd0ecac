import { findRedisServer } from './find-redis-server.js';
import { findTimescale } from './find-timescale.js';

export type TestFlavour = 'plain' | 'timescale' | 'citus';
export type StoreName = TestFlavour | 'redis';

/** The servers of a store, as test/support/servers/stores.ts started or found them. */
export interface Store {
  /** Addresses, for Citus those of all nodes, the coordinator first. */
  servers: [string, ...string[]];
  /** Name of the migrated database that suites clone; empty for Redis. */
  template: string;
}

/** The store of each name that this process has requested. */
const stores = new Map<StoreName, Promise<Store>>();

/**
 * Returns a store that all suites of a run share. It starts when the first of them requests it.
 *
 * @throws Error with the reason when it is not installed or does not start
 */
export function storeOf(name: StoreName): Promise<Store> {
  const store = stores.get(name) ?? request(name);
  stores.set(name, store);
  return store;
}

async function request(name: StoreName): Promise<Store> {
  const missing = storeMissing(name);
  if (missing) throw new Error(`There is ${missing}`);
  const { BOTGAUGE_TEST_STORES: address } = process.env;
  if (!address) throw new Error('Run the tests with `npm test`: it starts their servers.');
  const response = await fetch(`${address}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Store;
}

/** Returns why a store cannot be had on this machine; undefined when it can. */
export function storeMissing(name: StoreName): string | undefined {
  const { BOTGAUGE_TEST_TIMESCALE: timescale, BOTGAUGE_TEST_CITUS: citus } = process.env;
  if (name === 'citus') return citus ? undefined : 'no BOTGAUGE_TEST_CITUS';
  if (name === 'redis')
    return findRedisServer() ? undefined : 'no redis-server in PATH (Debian: apt install redis)';
  if (name === 'plain' || timescale) return undefined;
  const found = findTimescale();
  return typeof found === 'string' ? found : undefined;
}
