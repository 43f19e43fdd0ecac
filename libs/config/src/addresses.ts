import type { Config } from './settings.js';

/** An address at which this machine reaches what listens on `host`; who listens everywhere answers on the loopback too. */
export function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The address of the API to show to people, without a slash at its end. What a request says of itself
 * (`Host`) is never asked: a stranger writes it. `port` is where the API listens, when the system chose it.
 */
export function publicUrl(
  { PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>,
  port = PORT,
): string {
  return PUBLIC_URL ?? localUrl(HOST, port);
}
