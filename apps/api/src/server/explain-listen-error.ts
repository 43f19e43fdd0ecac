import type { Config } from '@app/config';
import { codeOf } from './to-api-error.js';

/** An error of `listen` as a sentence that says what to do, where there is one. */
export function explainListenError(
  error: unknown,
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
): unknown {
  if (codeOf(error) !== 'EADDRINUSE') return error;
  return new Error(
    `Port ${PORT} on ${HOST} is in use, perhaps by another Botgauge: end it, or set PORT to a free one.`,
    { cause: error },
  );
}
