import { looksLikeAddress } from '../text/address.js';

/** The host and the client of a request. */
export interface ClfFront {
  /** The virtual host; empty when the log has none. */
  host: string;
  /** Address or name of the client, or the list of forwarded addresses. */
  client: string;
}

/**
 * Reads the text before the time: `client ident user`, or `host:port client ident user` as in
 * `vhost_combined`. The client may be a list with spaces, and the user a name with spaces. So the
 * form of each word must tell what it is.
 */
export function readClfFront(front: string): ClfFront {
  const end = front.indexOf(' ');
  if (front.endsWith(' - -') && end === front.length - 4) {
    return { host: '', client: front.slice(0, end) };
  }
  const words = front.split(' ');
  const [first = '', second = ''] = words;
  if (!first.endsWith(',') && isHostInFront(first, second, words.length)) {
    return { host: first, client: listFrom(words, 1) };
  }
  return { host: '', client: listFrom(words, 0) };
}

function isHostInFront(first: string, second: string, words: number): boolean {
  if (words < 4 || second === '-') return false;
  return looksLikeAddress(second.replace(/,.*$/, '')) || !looksLikeAddress(first);
}

/** Returns the word at `start`, joined with the following words as long as commas connect them. */
function listFrom(words: string[], start: number): string {
  let end = start;
  while (end < words.length - 1 && words[end]?.endsWith(',')) end++;
  return words.slice(start, end + 1).join(' ');
}
