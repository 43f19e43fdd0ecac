import { type Config, localUrl } from '@app/config';

/** The base address of the API: BOTGAUGE_URL, otherwise where an API with these settings listens. */
export function apiUrl({ BOTGAUGE_URL, HOST, PORT }: Config): string {
  return BOTGAUGE_URL ?? localUrl(HOST, PORT);
}
