/** Lower-case ASCII names that need no further look; the last label is no number, so it is no IPv4 address. */
const PLAIN_HOST =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What may stand in an address but never in a host. */
const NO_HOST = /[\s/?#@\\%]/;
const LONGEST_HOST = 253;

/**
 * The canonical form of a host: lower case, without port and trailing dot, IDN as punycode;
 * `""` when the text is no host.
 */
export function canonicalHost(text: string): string {
  if (PLAIN_HOST.test(text)) return text;
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 1024 || NO_HOST.test(trimmed)) return '';
  const parsed = parseHost(trimmed);
  const host = parsed.endsWith('.') ? parsed.slice(0, -1) : parsed;
  return host.length <= LONGEST_HOST && /[a-z0-9]/.test(host) ? host : '';
}

/** The host as the WHATWG URL standard reads it. */
function parseHost(text: string): string {
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return '';
  }
}
