import { cleanText, cutToBytes } from './text.js';

const MAX_PATH_BYTES = 2048;
/** Scheme and authority of a full URL. */
const ORIGIN = /^[a-z][a-z0-9+.-]{0,31}:\/\/[^/?#]*/i;
const QUERY_OR_FRAGMENT = /[?#]/;

/** Drops what follows the pathname: it may carry secrets, and must never be queued. */
export function withoutQuery(url: string): string {
  const end = url.search(QUERY_OR_FRAGMENT);
  return end === -1 ? url : url.slice(0, end);
}

/** The pathname only, starting with `/`, at most 2048 bytes; never decoded. */
export function sanitisePath(path: string): string {
  const cleaned = cleanText(withoutQuery(path.replace(ORIGIN, '')));
  return cutToBytes(cleaned.startsWith('/') ? cleaned : `/${cleaned}`, MAX_PATH_BYTES);
}
