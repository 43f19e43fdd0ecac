const HOUR_MS = 3_600_000;
/** An account of the smallest plan sends a tenth of a million entries in less than two minutes. */
const BYTES_PER_HOUR = 50_000_000;

/**
 * Returns for how long a key is needed that sends files of so many bytes, in milliseconds. The page
 * revokes it when it is done. If the browser is ended before, the key ends by itself.
 */
export function lifeOfKey(bytes: number): number {
  return Math.round(HOUR_MS * (1 + bytes / BYTES_PER_HOUR));
}
