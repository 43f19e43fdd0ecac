const FIRST_MS = 500;
const LONGEST_MS = 10_000;

/** Milliseconds before the next try: doubling from half a second to ten, each cut by up to a half at random. */
export function postponement(tries: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, tries - 1));
  return Math.round(full * (1 - random() / 2));
}
