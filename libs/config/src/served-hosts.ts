import { publicUrl } from './addresses.js';
import { hostNameOf, isAddress } from './host-names.js';
import type { Config } from './settings.js';

/** Tells whether this service answers to a header `Host`; undefined means that there is none. */
export type HostTest = (host: string | undefined) => boolean;

/**
 * Returns the test for the names of this service: the name in `PUBLIC_URL`, those in
 * `ALLOWED_HOSTS`, `localhost`, and every address. With DNS rebinding, the owner of a name leads it
 * to another machine after a browser has loaded a page from it, so such a page always asks with a
 * name. An address leads nowhere else. Without a `Host`, which HTTP/1.0 allows, no browser asks.
 */
export function createHostTest(
  config: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT' | 'ALLOWED_HOSTS'>,
): HostTest {
  const own = hostNameOf(new URL(publicUrl(config)).host);
  const names = new Set(['localhost', own, ...config.ALLOWED_HOSTS]);
  const endings = config.ALLOWED_HOSTS.filter((name) => name.startsWith('*.'));
  const endsAllowed = (name: string) =>
    ['.localhost', ...endings.map((ending) => ending.slice(1))].some((end) => name.endsWith(end));

  return function isServed(host) {
    if (host === undefined || host === '') return true;
    const name = hostNameOf(host);
    if (name === undefined) return false;
    return isAddress(name) || names.has(name) || endsAllowed(name);
  };
}
