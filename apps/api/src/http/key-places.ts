/**
 * The headers in which a key may stand, on every route that wants one. `basic` and `bearer` are the
 * two forms of `Authorization`; of the first one, only the password counts.
 */
export const KEY_HEADERS = ['x-api-key', 'x-amz-firehose-access-key', 'basic', 'bearer'] as const;

/** The places for senders of which some can set nothing but an address. */
export const KEY_HEADERS_AND_ADDRESS = [...KEY_HEADERS, '?key='] as const;

/** A place of a request where a key may stand. */
export type KeyPlace = (typeof KEY_HEADERS_AND_ADDRESS)[number];
