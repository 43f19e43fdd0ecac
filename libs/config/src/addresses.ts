import type { Config } from './settings.js';

/**
 * Returns an address at which this machine reaches a server that listens on `host`. A server that
 * listens on all addresses also answers on loopback.
 */
export function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Returns the address of the API to show to people, without a slash at its end. It never uses the
 * header `Host`, because a stranger writes it. `port` is the port on which the API listens, if the
 * system chose it.
 */
export function publicUrl(
  { PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>,
  port = PORT,
): string {
  return PUBLIC_URL ?? localUrl(HOST, port);
}
