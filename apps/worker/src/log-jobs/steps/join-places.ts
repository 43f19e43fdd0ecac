interface JoinedPlaces {
  /** For each row the place of its combination, from 0 in the order in which they come. */
  joined: Int32Array;
  /** For each combination the first row that has it. */
  rows: number[];
}

/**
 * Finds the different combinations of several columns of places. Pair after pair is joined: a pair of
 * places of one job is a small whole number, which is by far the fastest key of a Map.
 */
export function joinPlaces(
  count: number,
  columns: readonly ((row: number) => number)[],
): JoinedPlaces {
  const joined = new Int32Array(count);
  let rows: number[] = [0].slice(0, count);
  for (const placeAt of columns) {
    const known = new Map<number, number>();
    const size = rows.length;
    rows = [];
    for (let row = 0; row < count; row++) {
      const pair = placeAt(row) * size + (joined[row] as number);
      let place = known.get(pair);
      if (place === undefined) known.set(pair, (place = rows.push(row) - 1));
      joined[row] = place;
    }
  }
  return { joined, rows };
}
