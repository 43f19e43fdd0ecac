/** The address of the service as the pages have it. An operator's own one takes its place. */
const EXAMPLE = /https:\/\/logs\.example\.com|logs\.example\.com/g;
const EXAMPLE_URL = 'https://logs.example.com';

/**
 * The settings of senders that take an address in parts, as the pages have them for the example:
 * what stands before the value, the value, and what an address makes of it.
 */
const PARTS: [example: RegExp, valueOf: (address: URL) => string][] = [
  // Fluent Bit
  [/^([ \t]*Port +)443$/gm, portOf],
  [/^([ \t]*tls +)on$/gm, (address) => (isEncrypted(address) ? 'on' : 'off')],
  [/^([ \t]*(?:URI|Logs_uri) +)(?=\/)/gm, prefixOf],
  // winston
  [/^([ \t]*port: )443\b/gm, portOf],
  [/^([ \t]*ssl: )true\b/gm, (address) => String(isEncrypted(address))],
  [/^([ \t]*path: ')(?=\/)/gm, prefixOf],
];

/**
 * Returns a text of a guide with the operator's own address in place of the example's, whole or in
 * parts.
 *
 * @param url address of the service, without a slash at its end
 */
export function withAddress(text: string, url: string): string {
  const address = new URL(url);
  const inParts = PARTS.reduce(
    (so, [example, valueOf]) =>
      so.replace(example, (_, before: string) => before + valueOf(address)),
    text,
  );
  return inParts.replace(EXAMPLE, (found) => (found === EXAMPLE_URL ? url : hostOf(address)));
}

const isEncrypted = ({ protocol }: URL): boolean => protocol === 'https:';

/** A URL leaves out the port that its scheme implies. */
function portOf(address: URL): string {
  return address.port || (isEncrypted(address) ? '443' : '80');
}

/** Returns the path below which a proxy serves the API, or nothing. */
function prefixOf({ pathname }: URL): string {
  return pathname === '/' ? '' : pathname;
}

/** Only within an address do brackets stand around IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
