import type { IncomingMessage } from 'node:http';
import { KEY_HEADERS, type KeyPlace } from '../http/key-places.js';

/**
 * Why a request has no key that could be looked up. `missing`: nothing stands where a key may
 * stand. `malformed`: something stands there that is no key. `several`: different keys stand there.
 * `misplaced`: an API Key stands in the address.
 */
export type CredentialsFault = 'missing' | 'malformed' | 'several' | 'misplaced';

export type Credentials = { key: string } | { fault: CredentialsFault };

type Headers = Pick<IncomingMessage, 'headers' | 'headersDistinct'>;
type Texts = readonly (string | undefined)[];

/** Every key starts like this. Other texts, such as the tokens of other services, are not judged. */
const KEY = /^(?:api|bot)_/;
const BASIC = /^Basic +([\w+/-]+=*)$/i;
/** Who is asked for a token often pastes the word as well, so it may come twice. */
const BEARER = /^Bearer +(?:Bearer +)?([^ ].*)$/i;

/** Reads what stands in each place of the headers. */
const READ: Record<(typeof KEY_HEADERS)[number], (headers: Headers) => Texts> = {
  'x-api-key': ({ headers }) => linesOf(headers['x-api-key']),
  'x-amz-firehose-access-key': ({ headers }) => linesOf(headers['x-amz-firehose-access-key']),
  basic: (headers) => authorizations(headers).map(passwordOf),
  bearer: (headers) => authorizations(headers).map((text) => BEARER.exec(text)?.[1]),
};

/**
 * Finds the key of a request. The same key may stand in several places. Different keys are refused,
 * because nobody could say which of them the sender means.
 *
 * @param inAddress the values of `?key=`, which only counts on routes that name this place
 */
export function readCredentials(
  headers: Headers,
  inAddress: readonly string[],
  places: readonly KeyPlace[] = KEY_HEADERS,
): Credentials {
  const texts = places
    .flatMap((place) => (place === '?key=' ? inAddress : READ[place](headers)))
    .filter((text): text is string => text !== undefined && text !== '');
  const keys = new Set(texts.filter((text) => KEY.test(text)));
  if (keys.size > 1) return { fault: 'several' };
  const [key] = keys;
  if (key === undefined) return { fault: texts.length > 0 ? 'malformed' : 'missing' };
  return isMisplaced(key, inAddress, places) ? { fault: 'misplaced' } : { key };
}

/**
 * Tells whether an API Key stands in the address. Addresses are written into logs on the way, and
 * an API Key opens the whole account.
 */
function isMisplaced(key: string, inAddress: readonly string[], places: readonly KeyPlace[]) {
  return key.startsWith('api_') && places.includes('?key=') && inAddress.includes(key);
}

/**
 * Returns the values of a header that came several times. Node, or a proxy on the way, has joined
 * them with commas (RFC 9110, 5.3), and no key has one.
 */
function linesOf(header: string | string[] | undefined): readonly string[] {
  return [header ?? []].flat().flatMap((text) => text.split(',').map((part) => part.trim()));
}

/** Returns every `Authorization` header. In `headers`, Node keeps only the first one. */
function authorizations({ headers, headersDistinct }: Headers): readonly string[] {
  return headers.authorization === undefined ? [] : (headersDistinct.authorization ?? []);
}

/** A line break at the end was encoded by mistake, as `echo key | base64` does it. */
function passwordOf(authorization: string): string | undefined {
  const coded = BASIC.exec(authorization)?.[1];
  if (coded === undefined) return undefined;
  const pair = Buffer.from(coded, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon === -1 ? undefined : pair.slice(colon + 1).trim();
}
