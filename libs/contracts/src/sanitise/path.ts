import { cleanText, cutToBytes } from './text.js';

const MAX_PATH_BYTES = 2048;
/** Matches the scheme and authority of a full URL. */
const ORIGIN = /^[a-z][a-z0-9+.-]{0,31}:\/\/[^/?#]*/i;
const QUERY_OR_FRAGMENT = /[?#]/;

/** Returns the URL without query and fragment. They may carry secrets and must never be queued. */
export function withoutQuery(url: string): string {
  const end = url.search(QUERY_OR_FRAGMENT);
  return end === -1 ? url : url.slice(0, end);
}

/**
 * Returns only the pathname, starting with `/` and at most 2048 bytes long. It is never decoded.
 */
export function sanitisePath(path: string): string {
  const cleaned = cleanText(withoutQuery(path.replace(ORIGIN, '')));
  return cutToBytes(cleaned.startsWith('/') ? cleaned : `/${cleaned}`, MAX_PATH_BYTES);
}
