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

/** What each page of a bucket counts of everybody, in the order of positions. */
export interface PackedPages {
  positions: Numbers;
  counts: Counts<CountOfPage>;
}

/** What the pages or hours of a bucket count by bot: one bot behind the other, each in the order of positions. */
interface Sets<Names extends readonly string[]> {
  bots: Numbers;
  /** Where the pages of each bot end. */
  ends: Int32Array;
  positions: Numbers;
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
  const positions = positionsOf(steps, Int32Array.of(steps.length));
  return { positions, counts: countsOf(columns, PACKED_OF_PAGE) };
}

const setsOf =
  <const Names extends readonly string[]>(names: Names) =>
  (bytes: Buffer): Sets<Names> => {
    const columns = columnsOf(bytes);
    const bots = next(columns);
    const ends = Int32Array.from(next(columns));
    for (let at = 1; at < ends.length; at++) ends[at] = (ends[at] ?? 0) + (ends[at - 1] ?? 0);
    const positions = positionsOf(next(columns), ends);
    return { bots, ends, positions, counts: countsOf<Names[number]>(columns, names) };
  };

export const unpackSets = setsOf(PACKED_OF_SET);
export const unpackHours = setsOf(PACKED_OF_HOUR);
export const unpackLandings = setsOf(PACKED_OF_LANDING);

/** Adds up how far the positions are from each other, which begin anew behind each end. */
function positionsOf(steps: Numbers, ends: Int32Array): Numbers {
  const positions = new Int32Array(steps.length);
  let [at, most] = [0, 0];
  for (const end of ends) {
    for (let position = 0; at < end; at++) positions[at] = position += steps[at] as number;
    most = Math.max(most, positions[at - 1] ?? 0);
  }
  return most < 32_768 ? Int16Array.from(positions) : positions;
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

const ARRAYS = { 0: Int8Array, 1: Int8Array, 2: Int16Array, 4: Int32Array, 8: Float64Array };

/** Puts numbers together, of which first the lowest byte of each stands, then the next one of each. */
function numbersOf(bytes: Buffer, count: number, width: number): Numbers {
  const numbers = new ARRAYS[width as keyof typeof ARRAYS](count);
  for (let place = 0, times = 1; place < width; place++, times *= 256) {
    const own = bytes.subarray(place * count, (place + 1) * count);
    const isHighest = place === width - 1;
    for (let at = 0; at < count; at++) {
      const byte = own[at] as number;
      if (byte === 0) continue;
      numbers[at]! += (isHighest && byte > 127 ? byte - 256 : byte) * times;
    }
  }
  return numbers;
}
