/** Method and target of a request line. */
export interface RequestLine {
  /** Empty when there is none. */
  method: string;
  /** Path or URL; empty when there is none. */
  target: string;
}

/** A token of RFC 9110, as short as methods are. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
const PROTOCOL = / HTTP\/\d(?:\.\d)?$/;

/**
 * `GET /path HTTP/1.1`, and what comes instead: nothing, `-`, a TLS handshake, a path with spaces. What
 * is no request line has neither method nor target; it is a visit all the same.
 */
export function readRequestLine(request: string): RequestLine {
  const space = request.indexOf(' ');
  const method = space < 0 ? '' : request.slice(0, space);
  if (!METHOD.test(method)) return { method: '', target: request.startsWith('/') ? request : '' };
  const rest = request.slice(space + 1);
  // Only the end is looked at: a pattern over the whole target would start again at every space.
  const protocol = PROTOCOL.exec(rest.slice(-10));
  return { method, target: (protocol ? rest.slice(0, -protocol[0].length) : rest).trim() };
}
