import { bytesOf } from './unescape.js';

const ENCODED = /(?:%[0-9a-fA-F]{2})+/g;

/** Decodes `%HH` as UTF-8. A `%` without two hexadecimal digits stays as it is. */
export function decodePercent(text: string): string {
  return text.includes('%') ? text.replace(ENCODED, (run) => bytesOf(run, '%')) : text;
}

/**
 * Decodes a user agent that was percent-encoded for the log, once or twice. A user agent with
 * spaces was not encoded. Apps send `%20` in their own names, and the classification must see it as
 * in live traffic.
 */
export function decodeAgent(text: string): string {
  if (!text.includes('%') || text.includes(' ')) return text;
  const once = decodePercent(text);
  return once.includes('%20') && !once.includes(' ') ? decodePercent(once) : once;
}
