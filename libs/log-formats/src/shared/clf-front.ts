import { hasAddress, hasPort, isPrivateClient } from '../text/address.js';
import { looksLikeHost } from '../text/host.js';
import { withoutContainerName, withoutShownTime } from '../text/line-front.js';

/** The host and the client of a request. */
export interface ClfFront {
  /** The virtual host; empty when the log has none. */
  host: string;
  /** Address or name of the client, or the list of forwarded addresses. */
  client: string;
  /** The list of forwarded addresses, where it stands beside the client; otherwise empty. */
  forwarded: string;
}

const QUOTE = 0x22;
const ESCAPE = 0x1b;

/**
 * Reads the text before the time: `client ident user`, or `host:port client ident user` as in
 * `vhost_combined`. The client may be a list with spaces, and the user a name with spaces. So the
 * form of each word must tell what it is.
 */
export function readClfFront(front: string): ClfFront {
  const end = front.indexOf(' ');
  const first = front.charCodeAt(0);
  const isUsual = front.endsWith(' - -') && end === front.length - 4;
  if (isUsual && first !== QUOTE && first !== ESCAPE)
    return { host: '', client: front.slice(0, end), forwarded: '' };
  return readWords(wordsOf(withoutShownTime(withoutContainerName(front))));
}

/** Behind the client come the name that identd returned, and the user. */
const BEHIND_CLIENT = 2;

function readWords(words: readonly Word[]): ClfFront {
  const places = Math.max(1, words.length - BEHIND_CLIENT);
  const found = words.findIndex((word, place) => place < places && hasAddress(word.text));
  const [first, second] = words;
  if (found < 0) {
    if (isHostAndAddress(words))
      return { host: textOf(first), client: textOf(second), forwarded: '' };
    const isHostFirst = words.length > 3 && second?.text !== '-' && !first?.isList;
    return isHostFirst
      ? { host: textOf(first), client: textOf(second), forwarded: '' }
      : { host: '', client: textOf(first), forwarded: '' };
  }
  const word = words[found] as Word;
  const next = found + 1 < places ? words[found + 1] : undefined;
  if (next && hasAddress(next.text)) {
    const host = hostBefore(words, found);
    if (mayBeForwarded(word, next)) return { host, client: next.text, forwarded: word.text };
    if (next.isQuoted || next.isList) return { host, client: word.text, forwarded: next.text };
    return isProxy(word.text)
      ? { host: '', client: word.text, forwarded: next.text }
      : { host: word.text, client: next.text, forwarded: '' };
  }
  const host = hostBefore(words, found) || (found === 0 ? hostBehind(words) : '');
  return { host, client: word.text, forwarded: bracketed(words[found + 2]) };
}

/**
 * Tells whether the first of two addresses is what a proxy forwarded. It may also be a virtual host
 * that is named by its address.
 */
function mayBeForwarded(word: Word, next: Word): boolean {
  if (word.isQuoted || word.isList) return true;
  return isPrivateClient(next.text) && !isPrivateClient(word.text) && !hasPort(word.text);
}

/**
 * Tells whether a host and an address are all that stands here, or stand in front of the user alone.
 * The host is not the name of the client, because no server writes that beside its address.
 */
function isHostAndAddress([first, second, ...others]: readonly Word[]): boolean {
  if (!first || !second || others.length > 1) return false;
  return looksLikeHost(first.text) && hasAddress(second.text);
}

/**
 * Tells whether an address in front of another is that of a proxy, as gunicorn writes it. A virtual
 * host has a port.
 */
function isProxy(text: string): boolean {
  return isPrivateClient(text) && !hasPort(text);
}

/** Returns the host in front of the client, between which names of programs may stand. */
function hostBefore(words: readonly Word[], client: number): string {
  if (client === 1) return textOf(words[0]);
  return words.slice(0, client).findLast(({ text }) => looksLikeHost(text))?.text ?? '';
}

/**
 * Returns the host behind the client: in the place of the name that identd returned, as lighttpd
 * writes it, or between that and the user, as Virtualmin does. The last word is the user.
 */
function hostBehind(words: readonly Word[]): string {
  const places = words.slice(1, Math.max(BEHIND_CLIENT, words.length - 1));
  return textOf(places.find(({ text }) => looksLikeHost(text)));
}

/** ingress-nginx has the address, or the forwarded ones, once more in brackets. */
function bracketed(word: Word | undefined): string {
  const list = /^\[(.*)\]$/s.exec(word?.text ?? '')?.[1] ?? '';
  return hasAddress(list) ? list : '';
}

interface Word {
  text: string;
  /** Whether it stands in quotes or in parentheses. */
  isQuoted: boolean;
  isList: boolean;
}

const WORD = /"([^"]*)"|\S+/g;
/** Some put the forwarded addresses behind the client, and in parentheses. */
const IN_PARENTHESES = /^\(([^()]*)\)$/;

/** Returns the words of a text. Those that commas connect are one. */
function wordsOf(front: string): Word[] {
  const words: Word[] = [];
  let list: string[] = [];
  for (const [all, quoted] of front.matchAll(WORD)) {
    const isOpen = quoted === undefined && all.endsWith(',');
    if (isOpen || list.length > 0) list.push(all);
    if (isOpen) continue;
    const whole = list.length > 0 ? list.join(' ') : (quoted ?? all).trim();
    const inner = IN_PARENTHESES.exec(whole)?.[1];
    const text = inner ?? whole;
    const isQuoted = quoted !== undefined || inner !== undefined;
    words.push({ text, isQuoted, isList: text.includes(',') });
    list = [];
  }
  if (list.length > 0) words.push({ text: list.join(' '), isQuoted: false, isList: true });
  return words;
}

function textOf(word: Word | undefined): string {
  return word?.text ?? '';
}
