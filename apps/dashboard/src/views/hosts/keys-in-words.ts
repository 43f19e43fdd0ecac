import type { Website } from '../../api/types.js';
import { texts } from '../../texts/texts.js';
import type { Host } from './host.js';

/**
 * Says with the keys of which websites the visits of a host came, most visits first. Undefined where
 * it was the key of the website that is shown, as usual.
 */
export function keysInWords(
  keys: Host['keys'],
  shown: string,
  websites: readonly Pick<Website, 'id' | 'domain'>[],
): string | undefined {
  if (keys.every(({ website }) => website === shown)) return undefined;
  const named = keys.map(({ website, visits }) => {
    const domain = websites.find(({ id }) => id === website)?.domain ?? texts.hosts.deletedWebsite;
    return texts.hosts.visitsOf(domain, visits);
  });
  return texts.hosts.keys(named.length, named.join(', '));
}
