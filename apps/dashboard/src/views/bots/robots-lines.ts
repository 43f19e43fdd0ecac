/** Categories whose names are no names that a robots.txt could address. */
const NAMELESS = [
  'unidentified',
  'disguised',
  'undeclared_automation',
  'headless_browser',
  'http_client',
];

/**
 * Returns the lines of robots.txt that ask a bot to stay away, or undefined for a bot that has no
 * name to be addressed by. RFC 9309 allows letters, `-` and `_`; bots with digits are out there.
 */
export function robotsLines({ name, category }: { name: string; category: string }) {
  if (NAMELESS.includes(category) || !/^[\w-]+$/.test(name)) return undefined;
  return `User-agent: ${name}\nDisallow: /`;
}
