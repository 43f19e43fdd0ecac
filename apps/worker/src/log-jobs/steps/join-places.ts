import { selectTexts, type TextColumn } from '@app/contracts';
import { NumberIndex } from '@app/people';

interface JoinedPlaces {
  /** For each row the place of its combination, from 0 in the order in which they come. */
  joined: Int32Array;
  /** For each combination the first row that has it. */
  rows: number[];
}

/**
 * Finds the different combinations of several columns of places, which have a value for each row. Pair
 * after pair is joined, as a pair of places of one job is one whole number.
 */
export function joinPlaces(count: number, columns: readonly ArrayLike<number>[]): JoinedPlaces {
  const joined = new Int32Array(count);
  let rows: number[] = [0].slice(0, count);
  for (const column of columns) {
    const known = new NumberIndex(count);
    const size = rows.length;
    rows = [];
    for (let row = 0; row < count; row++) {
      const place = known.indexOf((column[row] as number) * size + (joined[row] as number));
      if (place === rows.length) rows.push(row);
      joined[row] = place;
    }
  }
  return { joined, rows };
}

/** Returns the places of columns for some rows, without those that have one text for all rows. */
export function differentPlaces(
  columns: readonly TextColumn<string | null>[],
  rows: Uint32Array,
): Uint32Array[] {
  return columns
    .filter(({ texts }) => texts.length > 1)
    .map((column) => selectTexts(column, rows).places);
}
