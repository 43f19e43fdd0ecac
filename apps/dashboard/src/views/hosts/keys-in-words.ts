import type { Website } from '../../api/types.js';
import { inFull } from '../../words/numbers.js';
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
    const domain = websites.find(({ id }) => id === website)?.domain ?? 'a deleted website';
    return `${domain} (${inFull(visits)})`;
  });
  return `with the ${named.length === 1 ? 'key' : 'keys'} of ${named.join(', ')}`;
}
