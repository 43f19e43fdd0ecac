import type { IncomingMessage, Server } from 'node:http';

/** The parameter of an address in which a key may stand. No route may use it for anything else. */
export const KEY_PARAMETER = 'key';

/**
 * The keys that stood in the addresses of requests. They are kept beside the request and not on it,
 * so that nothing that prints a request can print them.
 */
const taken = new WeakMap<IncomingMessage, readonly string[]>();

/**
 * Takes the keys out of the address of each request before anything else sees it: routes, hooks,
 * logs, metrics and errors. It must do so on every route, because a request that goes astray
 * carries its key too.
 */
export function hideKeysInAddresses(server: Pick<Server, 'prependListener'>): void {
  server.prependListener('request', (request) => {
    const { address, keys } = withoutKeys(request.url ?? '');
    if (keys.length === 0) return;
    request.url = address;
    taken.set(request, keys);
  });
}

/** Returns the keys that stood in the address of a request. */
export function keysInAddress(request: IncomingMessage): readonly string[] {
  return taken.get(request) ?? [];
}

/** Returns an address without its keys, and the keys. All other parameters stay byte for byte. */
export function withoutKeys(address: string): { address: string; keys: string[] } {
  // The router takes a fragment for parameters too.
  const start = address.search(/[?#]/);
  if (start === -1) return { address, keys: [] };
  const keys: string[] = [];
  const kept = address
    .slice(start + 1)
    .split('&')
    .filter((pair) => {
      const [[name, value] = []] = new URLSearchParams(pair);
      if (name !== KEY_PARAMETER || value === undefined) return true;
      keys.push(value);
      return false;
    });
  const rest = kept.length > 0 ? `${address[start]}${kept.join('&')}` : '';
  return { address: address.slice(0, start) + rest, keys };
}
