import type { FastifyRequest } from 'fastify';
import type { KeyPlace } from '../http/route.js';

/** Reads the key from each possible place, or returns undefined when there is none. */
const READ_KEY: Record<KeyPlace, (request: FastifyRequest) => string | undefined> = {
  'x-api-key': ({ headers }) => textOf(headers['x-api-key']),
};

/** Returns the key from the first of these places that has one, or empty text when none has. */
export function presentedKey(
  request: FastifyRequest,
  places: readonly KeyPlace[] = ['x-api-key'],
): string {
  for (const place of places) {
    const key = READ_KEY[place](request);
    if (key !== undefined) return key;
  }
  return '';
}

/** A repeated header is not a key, because nobody could say which of its values counts. */
function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
