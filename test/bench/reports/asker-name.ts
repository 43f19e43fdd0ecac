// How a service that is held is named on the command line: http://KEY@HOST:PORT/WEBSITE. Pure.
import type { Asker } from './clients.js';

export function nameOf({ base, key, websiteId = '' }: Asker): string {
  const url = new URL(websiteId, base);
  url.username = key;
  return url.href;
}

/** Returns undefined for anything else. */
export function askerOf(name: string): Asker | undefined {
  if (!URL.canParse(name)) return undefined;
  const { origin, username: key, pathname } = new URL(name);
  const websiteId = pathname.slice(1);
  return key && websiteId ? { base: origin, key, websiteId } : undefined;
}
