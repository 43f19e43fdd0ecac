import type { Config } from '@app/config';
import { codeOf } from './to-api-error.js';

type Place = Pick<Config, 'HOST' | 'PORT'>;

/** What is wrong with the place to listen on, and what to do about it. */
const REMEDIES: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ HOST, PORT }) =>
    `Port ${PORT} on ${HOST} is in use, perhaps by another Botgauge: stop it, or set PORT to a free port.`,
  EACCES: ({ PORT }) =>
    `This user may not listen on port ${PORT}: set PORT to 1024 or more, and let a reverse proxy serve the ports below.`,
  EADDRNOTAVAIL: ({ HOST }) =>
    `${HOST} is no address of this machine: set HOST to one that is, or to 0.0.0.0 for all of them.`,
};

/** Returns a sentence that says what to do about an error of `listen`, if there is one. */
export function explainListenError(error: unknown, place: Place): unknown {
  const remedy = REMEDIES[codeOf(error)];
  return remedy ? new Error(remedy(place), { cause: error }) : error;
}
