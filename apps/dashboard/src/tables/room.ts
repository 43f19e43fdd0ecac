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
 * Returns the ranks of the columns that must go so that the others have room. Those that weigh most
 * stay first; a lighter one stays where a heavier one is too wide.
 *
 * @param widths how wide each column must be at least, in pixels
 * @param ranks from 1, as `ranksOf` returns them
 */
export function goneOf(
  widths: readonly number[],
  ranks: readonly (number | undefined)[],
  room: number,
): number[] {
  const widthOf = (rank: number | undefined) =>
    widths.reduce((sum, width, at) => (ranks[at] === rank ? sum + width : sum), 0);
  const most = ranks.filter((rank) => rank !== undefined).length;
  const gone: number[] = [];
  let needed = widthOf(undefined);
  for (let rank = most; rank > 0; rank--) {
    const width = widthOf(rank);
    // Browsers round widths to parts of a pixel.
    if (needed + width <= room + 0.5) needed += width;
    else gone.push(rank);
  }
  return gone;
}
