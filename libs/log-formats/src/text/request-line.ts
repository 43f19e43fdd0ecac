import { isDigit } from './digits.js';

/** The parts of a request line. */
export interface RequestLine {
  /** Empty when there is none. */
  method: string;
  /** Path or URL; empty when there is none. */
  target: string;
  /** Such as `HTTP/1.1`; empty when the line does not end with one. */
  protocol: string;
}

/** Matches a token of RFC 9110 that is as short as methods are. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
/** Matches what load balancers write for a request that could not be read: `- - -`. */
const DASHES = /^- - ?-? ?$/;
const HTTP = 'HTTP/';
/** Hypercorn writes the version alone. */
const VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1', '2', '3']);
const POINT = 0x2e;

/**
 * Reads `GET /path HTTP/1.1`, and what may stand in its place: nothing, `-`, a TLS handshake, a
 * path with spaces. Text that is not a request line has neither method nor target, but it is still
 * a visit.
 */
export function readRequestLine(request: string): RequestLine {
  const space = request.indexOf(' ');
  const method = space < 0 ? '' : request.slice(0, space);
  if (!isMethod(method) || (method === '-' && DASHES.test(request))) {
    return { method: '', target: request.startsWith('/') ? request : '', protocol: '' };
  }
  const rest = request.slice(space + 1);
  const end = rest.lastIndexOf(' ');
  if (end < 0) return { method, target: rest, protocol: '' };
  const last = rest.slice(end + 1);
  if (isProtocol(rest, end + 1))
    return { method, target: rest.slice(0, end).trim(), protocol: last };
  if (!VERSIONS.has(last)) return { method, target: rest.trim(), protocol: '' };
  return { method, target: rest.slice(0, end).trim(), protocol: HTTP + last };
}

/** Nearly every method is `GET`, for which no pattern is needed. */
function isMethod(text: string): boolean {
  return text === 'GET' || METHOD.test(text);
}

/** Tells whether a text ends with `HTTP/1.1` or `HTTP/2` from a place on. */
function isProtocol(text: string, start: number): boolean {
  const major = start + HTTP.length;
  if (!text.startsWith(HTTP, start) || !isDigit(text.charCodeAt(major))) return false;
  if (text.length === major + 1) return true;
  const hasMinor = text.charCodeAt(major + 1) === POINT && isDigit(text.charCodeAt(major + 2));
  return hasMinor && text.length === major + 3;
}

/** Matches a host with a domain, or an address, in front of a path. */
const HOST_IN_FRONT =
  /^((?:(?:[a-z\d_][\w-]{0,62}\.){1,32}[a-z][a-z\d-]{0,62}|\d{1,3}(?:\.\d{1,3}){3}|localhost)\.?(?::\d{1,5})?)(\/.*)$/is;

/**
 * Returns host and path of a URL, also of one without a scheme: `shop.example/a`. The host is empty
 * when there is none. The path may still be the whole URL.
 */
export function hostAndPath(url: string): { host: string; path: string } {
  if (url.startsWith('/')) return { host: '', path: url };
  const host = hostOfUrl(url);
  if (host !== '') return { host, path: url };
  const [, found = '', path = url] = HOST_IN_FRONT.exec(url) ?? [];
  return { host: found, path };
}

const HOST_IN_URL = /^[a-z][a-z0-9+.-]{0,31}:\/\/([^/?#]*)/i;

/** Returns host and port of a URL; empty when the text is not a URL. */
export function hostOfUrl(url: string): string {
  return HOST_IN_URL.exec(url)?.[1] ?? '';
}
