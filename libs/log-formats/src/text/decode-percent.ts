import { bytesOf } from './unescape.js';

const ENCODED = /(?:%[0-9a-fA-F]{2})+/g;

/** `%HH` as UTF-8; a `%` that starts no such thing stays. */
export function decodePercent(text: string): string {
  return text.includes('%') ? text.replace(ENCODED, (run) => bytesOf(run, '%')) : text;
}

/**
 * A user agent that was percent-encoded for the log, once or twice. One with spaces was not: apps
 * send `%20` in their own names, and that must reach the classification as it would live.
 */
export function decodeAgent(text: string): string {
  if (!text.includes('%') || text.includes(' ')) return text;
  const once = decodePercent(text);
  return once.includes('%20') && !once.includes(' ') ? decodePercent(once) : once;
}
