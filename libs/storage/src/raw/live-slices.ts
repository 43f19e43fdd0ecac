/** The newest visits are looked for in so much time at first. */
export const FIRST_SLICE_MS = 15_000;
const STEP = 5;
const SHORTEST_MS = 1_000;

/**
 * Decides how much more time is read, going back, after a slice of time was: as much as may have what
 * is left to read, as far as this slice tells, and not far more than it. The database may look at all
 * visits of a slice before it gives the newest ones, so a slice must not have many more than that.
 *
 * @param found how many visits the slice had
 * @param left how many may still be read
 */
export function nextSliceMs(lengthMs: number, { found, left }: { found: number; left: number }) {
  const wanted = found === 0 ? Infinity : (lengthMs * left) / found;
  return Math.max(SHORTEST_MS, Math.floor(Math.min(wanted, lengthMs * STEP)));
}
