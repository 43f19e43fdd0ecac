import {
  PACKED_OF_HOUR,
  PACKED_OF_LANDING,
  PACKED_OF_PAGE,
  PACKED_OF_SET,
} from '../../roll-ups/make-page-digest.js';

/** Whole numbers. */
export type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

type CountOfPage = (typeof PACKED_OF_PAGE)[number];
/** Counts by their names. One that is 0 everywhere is left out. */
type Counts<Name extends string> = { [Count in Name]?: Numbers };

/** Numbers that have a position each. */
export interface Placed {
  positions: Numbers;
  /** Above the highest position. Every report needs it, and would look at all positions for it. */
  size: number;
}

/** What each page of a bucket counts of everybody, in the order of positions. */
export interface PackedPages extends Placed {
  counts: Counts<CountOfPage>;
}

/** What the pages or hours of a bucket count by bot: one bot behind the other, each in the order of positions. */
interface Sets<Names extends readonly string[]> extends Placed {
  bots: Numbers;
  /** Where the pages of each bot end. */
  ends: Int32Array;
  counts: Counts<Names[number]>;
}
export type PackedSets = Sets<typeof PACKED_OF_SET>;
/** By hour of the bucket; people are the bot 0. */
export type PackedHours = Sets<typeof PACKED_OF_HOUR>;
/** By page to which people came. Instead of bots it has the places of assistants, from 1. */
export type PackedLandings = Sets<typeof PACKED_OF_LANDING>;

/** Reads packed pages, as `packed()` of the schema writes columns. */
export function unpackPages(bytes: Buffer): PackedPages {
  const columns = columnsOf(bytes);
  const steps = next(columns);
  const placed = positionsOf(steps, Int32Array.of(steps.length));
  return { ...placed, counts: countsOf(columns, PACKED_OF_PAGE) };
}

const setsOf =
  <const Names extends readonly string[]>(names: Names) =>
  (bytes: Buffer): Sets<Names> => {
    const columns = columnsOf(bytes);
    const bots = next(columns);
    const ends = new Int32Array(next(columns));
    for (let at = 1; at < ends.length; at++) ends[at] = (ends[at] ?? 0) + (ends[at - 1] ?? 0);
    const placed = positionsOf(next(columns), ends);
    return { bots, ends, ...placed, counts: countsOf<Names[number]>(columns, names) };
  };

export const unpackSets = setsOf(PACKED_OF_SET);
export const unpackHours = setsOf(PACKED_OF_HOUR);
export const unpackLandings = setsOf(PACKED_OF_LANDING);

/** Adds up how far the positions are from each other, which begin anew behind each end. */
function positionsOf(steps: Numbers, ends: Int32Array): Placed {
  const positions = new Int32Array(steps.length);
  let [at, most] = [0, -1];
  for (const end of ends) {
    for (let position = 0; at < end; at++) positions[at] = position += steps[at] as number;
    most = Math.max(most, positions[at - 1] ?? -1);
  }
  return { positions: most < 32_768 ? new Int16Array(positions) : positions, size: most + 1 };
}

/** Returns how many bytes of memory some columns take. */
export function bytesOf({
  counts,
  positions,
}: {
  counts: { [name: string]: Numbers | undefined };
  positions: Numbers;
}): number {
  const columns = [positions, ...Object.values(counts).flatMap((one) => one ?? [])];
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 1_000);
}

function countsOf<Name extends string>(columns: Columns, names: readonly Name[]): Counts<Name> {
  const counts: Counts<Name> = {};
  for (const name of names) {
    const { numbers, isZero } = columns.next().value as Column;
    if (!isZero) counts[name] = numbers;
  }
  return counts;
}

interface Column {
  numbers: Numbers;
  isZero: boolean;
}
type Columns = Generator<Column, undefined>;

const next = (columns: Columns): Numbers => (columns.next().value as Column).numbers;

function* columnsOf(bytes: Buffer): Columns {
  for (let at = 0; at < bytes.length;) {
    const [count, width] = [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)];
    at += 8;
    const own = bytes.subarray(at, at + count * width);
    at += own.length;
    yield { numbers: numbersOf(own, count, width), isZero: width === 0 };
  }
  return undefined;
}

/**
 * Puts numbers together, of which first the lowest byte of each stands, then the next one of each. Each
 * width has a loop of its own, over arrays of one type: one loop for all widths takes several times as long.
 */
function numbersOf(bytes: Buffer, count: number, width: number): Numbers {
  switch (width) {
    case 0:
      return new Int8Array(count);
    case 1:
      return new Int8Array(bytes);
    case 2:
      return numbersOfTwo(bytes, new Int16Array(count));
    case 4:
      return numbersOfFour(bytes, 0, new Int32Array(count));
    default:
      return numbersOfEight(bytes, new Float64Array(count));
  }
}

function numbersOfTwo(bytes: Buffer, numbers: Int16Array): Int16Array {
  const { length } = numbers;
  for (let at = 0; at < length; at++)
    numbers[at] = (bytes[at] as number) | ((bytes[at + length] as number) << 8);
  return numbers;
}

/** @param first where the lowest byte of the first number stands */
function numbersOfFour(bytes: Buffer, first: number, numbers: Int32Array): Int32Array {
  const { length } = numbers;
  for (let at = 0; at < length; at++) {
    const place = first + at;
    numbers[at] =
      (bytes[place] as number) |
      ((bytes[place + length] as number) << 8) |
      ((bytes[place + 2 * length] as number) << 16) |
      ((bytes[place + 3 * length] as number) << 24);
  }
  return numbers;
}

function numbersOfEight(bytes: Buffer, numbers: Float64Array): Float64Array {
  const { length } = numbers;
  const low = numbersOfFour(bytes, 0, new Int32Array(length));
  const high = numbersOfFour(bytes, 4 * length, new Int32Array(length));
  for (let at = 0; at < length; at++)
    numbers[at] = (high[at] as number) * 2 ** 32 + ((low[at] as number) >>> 0);
  return numbers;
}
