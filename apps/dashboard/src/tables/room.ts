/**
 * Returns in which order columns give way where a table has no room for all: 1 for the first to go,
 * undefined for those that always stay. The lowest weight goes first, and of the same the last one.
 */
export function ranksOf(columns: readonly { weight?: number }[]): (number | undefined)[] {
  const inOrder = columns
    .map(({ weight }, at) => ({ weight, at }))
    .filter((one): one is { weight: number; at: number } => one.weight !== undefined)
    .sort((one, other) => one.weight - other.weight || other.at - one.at);
  return columns.map((_, at) => {
    const place = inOrder.findIndex((one) => one.at === at);
    return place < 0 ? undefined : place + 1;
  });
}

/**
 * Returns how many columns must go so that the others have room. Where not even those that always
 * stay have it, all go that may.
 *
 * @param widths how wide each column must be at least, in pixels
 * @param ranks from 1, as `ranksOf` returns them
 */
export function goneOf(
  widths: readonly number[],
  ranks: readonly (number | undefined)[],
  room: number,
): number {
  const most = ranks.filter((rank) => rank !== undefined).length;
  let needed = widths.reduce((sum, width) => sum + width, 0);
  let gone = 0;
  // Browsers round widths to parts of a pixel.
  while (needed > room + 0.5 && gone < most) {
    gone++;
    needed -= widths[ranks.indexOf(gone)] ?? 0;
  }
  return gone;
}
