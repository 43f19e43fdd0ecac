import { looksLikeAddress } from '../text/address.js';

/** Who asked whom. */
export interface ClfFront {
  /** Virtual host; empty when the log has none. */
  host: string;
  /** Address or name of the client, or the list of addresses that was forwarded. */
  client: string;
}

/**
 * Reads what stands before the time: `client ident user`, or `host:port client ident user` as in
 * `vhost_combined`. The client may be a list with spaces, the user a name with spaces; so the words
 * tell by their looks what they are.
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

/** The word at `start`, with those after it as long as commas hold them together. */
function listFrom(words: string[], start: number): string {
  let end = start;
  while (end < words.length - 1 && words[end]?.endsWith(',')) end++;
  return words.slice(start, end + 1).join(' ');
}
