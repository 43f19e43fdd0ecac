import type { Config } from '@app/config';

/** Addresses that a server listens on, but that nobody can be called at. */
const EVERYWHERE = new Set(['0.0.0.0', '::']);

/** The base address of the API: BOTGAUGE_URL, otherwise where an API with these settings listens. */
export function apiUrl({ BOTGAUGE_URL, HOST, PORT }: Config): string {
  if (BOTGAUGE_URL) return BOTGAUGE_URL.replace(/\/+$/, '');
  const host = EVERYWHERE.has(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}
