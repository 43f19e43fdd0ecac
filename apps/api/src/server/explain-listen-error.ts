import type { Config } from '@app/config';
import { codeOf } from './to-api-error.js';

/** Returns a sentence that says what to do about an error of `listen`, if there is one. */
export function explainListenError(
  error: unknown,
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
): unknown {
  if (codeOf(error) !== 'EADDRINUSE') return error;
  return new Error(
    `Port ${PORT} on ${HOST} is in use, perhaps by another Botgauge: stop it, or set PORT to a free port.`,
    { cause: error },
  );
}
