import { hasAddress, hasPort, isPrivateClient } from '../text/address.js';
import { looksLikeHost } from '../text/host.js';

/** What the fields behind the user agent say about a visit. */
export interface ClfRest {
  /** Empty when there is none. */
  host: string;
  /** The list of forwarded addresses; otherwise empty. */
  forwarded: string;
}

const NOTHING: ClfRest = { host: '', forwarded: '' };
const SPACE = 0x20;
const QUOTE = 0x22;
const NINE = 0x39;
/** How many fields are looked at. */
const MOST_FIELDS = 8;
/** A list of more characters is none of servers. */
const LONGEST_LIST = 2_048;

/**
 * Reads the fields that a server writes behind the user agent. The default configuration of nginx
 * has the forwarded addresses there, in quotes, and others add the host. A field in quotes that is
 * neither a host nor a server behind the proxy stands in the place of the forwarded addresses.
 */
export function readClfRest(rest: string): ClfRest {
  if (rest === '' || rest === '"-"') return NOTHING;
  // ingress-nginx and many others have only numbers and names there.
  const first = rest.charCodeAt(0);
  const isOfNumbers = first <= NINE && first !== QUOTE;
  if (isOfNumbers && rest.charCodeAt(rest.length - 1) !== QUOTE) return NOTHING;
  return readFields(rest);
}

function readFields(rest: string): ClfRest {
  let host = '';
  let forwarded: string | undefined;
  for (let at = 0, count = 0; at < rest.length && count < MOST_FIELDS; count++) {
    while (rest.charCodeAt(at) === SPACE) at++;
    const isQuoted = rest.charCodeAt(at) === QUOTE;
    const start = isQuoted ? at + 1 : at;
    const found = rest.indexOf(isQuoted ? '"' : ' ', start);
    const end = found < 0 ? rest.length : found;
    const text = rest.slice(start, end);
    at = end + 1;
    const mayBeHost = isQuoted || count === 0 || at >= rest.length;
    if (mayBeHost && looksLikeHost(text)) host ||= text;
    else if (isQuoted && forwarded === undefined && !areServersBehind(text)) forwarded = text;
  }
  return { host, forwarded: forwarded !== undefined && hasAddress(forwarded) ? forwarded : '' };
}

/** The servers behind a proxy are in the network of the proxy, and are named with their ports. */
function areServersBehind(list: string): boolean {
  if (!list.includes(':') || list.length > LONGEST_LIST) return false;
  return list.split(',').every((part) => {
    const address = part.trim();
    return hasPort(address) && isPrivateClient(address);
  });
}
