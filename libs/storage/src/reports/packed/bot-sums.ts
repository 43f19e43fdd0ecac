import { AUTOMATION_BOT_ID, type Verification } from '@app/contracts';
import { PACKED_OF_SET } from '../../roll-ups/make-page-digest.js';
import { forEachSet, positionsOf } from './page-sums.js';
import { visitsWith } from './set-visits.js';
import type { Numbers, PackedSets } from './unpack.js';

/** How many pages a part of a set has, as in bot_page_sets. */
const PART = 8_192;

/** What bots count of some pages, as arrays of PostgreSQL in the order of `bots`. */
export interface BotSums {
  bots: string;
  counts: Record<(typeof PACKED_OF_SET)[number], string>;
  /** The pages of bots as bits, in parts: each part has a bot, its number, and its bits. */
  parts: { bots: string; numbers: string; bits: string };
}

interface OfBot {
  counts: Record<string, number>;
  /** A bit for each position. */
  pages: Uint8Array;
}

/**
 * Adds up what bots count of some pages.
 *
 * @param positions those of the pages; null for all
 * @param verification counts visits with this verification only, and nothing else
 */
export function sumBots(
  digests: readonly PackedSets[],
  chosen: ReadonlySet<number> | null,
  positions: readonly number[] | null,
  verification?: Verification,
): BotSums {
  const size = positionsOf(digests);
  const choice = {
    wanted: positions && maskOf(positions, size),
    kept: new Int32Array(size),
  };
  const sums = new Map<number, OfBot>();
  for (const sets of digests)
    forEachSet(sets, chosen, (bot, from, to) => {
      // Nobody verifies who says to be a browser.
      if (verification !== undefined && bot === AUTOMATION_BOT_ID) return;
      const columns = columnsOf(sets, from, to, verification);
      if (!columns) return;
      let own = sums.get(bot);
      if (!own) {
        own = { counts: {}, pages: new Uint8Array(bytesFor(size)) };
        sums.set(bot, own);
      }
      addSet(own, sets.positions.subarray(from, to), columns, choice);
    });
  return written(sums);
}

type CountColumns = [string, Numbers | undefined][];

function columnsOf(
  sets: PackedSets,
  from: number,
  to: number,
  verification: Verification | undefined,
): CountColumns | undefined {
  if (verification === undefined)
    return PACKED_OF_SET.map((name) => [name, sets.counts[name]?.subarray(from, to)]);
  const visits = visitsWith(sets, verification, from, to);
  return visits && [['visits', visits]];
}

/** A page without visits in the first column is not counted. */
function addSet(
  { counts, pages }: OfBot,
  positions: Numbers,
  columns: CountColumns,
  { wanted, kept }: Choice,
): void {
  const [, visits] = columns[0] ?? [];
  if (!visits) return;
  const count = wanted
    ? keepWanted(kept, positions, visits, wanted)
    : keepVisited(kept, positions, visits);
  for (let index = 0; index < count; index++) {
    const position = positions[kept[index] as number] as number;
    pages[position >> 3]! |= 0x80 >> (position & 7);
  }
  for (const [name, numbers] of columns)
    if (numbers) counts[name] = (counts[name] ?? 0) + sumOf(numbers, kept, count);
}

/** Which pages are wanted, and where those of a set are noted that are counted. */
interface Choice {
  wanted: Uint8Array | null;
  kept: Int32Array;
}

/** Notes the places of wanted pages with visits, and returns how many there are. */
function keepWanted(
  kept: Int32Array,
  positions: Numbers,
  visits: Numbers,
  wanted: Uint8Array,
): number {
  let count = 0;
  const { length } = positions;
  for (let at = 0; at < length; at++)
    if (wanted[positions[at] as number] && visits[at] !== 0) kept[count++] = at;
  return count;
}

/** Notes the places of pages with visits, and returns how many there are. */
function keepVisited(kept: Int32Array, { length }: Numbers, visits: Numbers): number {
  let count = 0;
  for (let at = 0; at < length; at++) if (visits[at] !== 0) kept[count++] = at;
  return count;
}

function sumOf(numbers: Numbers, kept: Int32Array, count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += numbers[kept[index] as number] as number;
  return sum;
}

function maskOf(positions: readonly number[], size: number): Uint8Array {
  const mask = new Uint8Array(size);
  for (const position of positions) if (position < size) mask[position] = 1;
  return mask;
}

/** Whole parts. */
const bytesFor = (size: number) => (Math.ceil(size / PART) * PART) / 8;

function written(sums: ReadonlyMap<number, OfBot>): BotSums {
  const found = [...sums].filter(([, { pages }]) => pages.some((byte) => byte !== 0));
  const parts = found.flatMap(([bot, { pages }]) => partsOf(bot, pages));
  const array = (values: readonly (number | string)[]) => `{${values.join(',')}}`;
  const counts = PACKED_OF_SET.map((name) => [
    name,
    array(found.map(([, { counts: own }]) => own[name] ?? 0)),
  ]);
  return {
    bots: array(found.map(([bot]) => bot)),
    counts: Object.fromEntries(counts) as BotSums['counts'],
    parts: {
      bots: array(parts.map(({ bot }) => bot)),
      numbers: array(parts.map(({ number }) => number)),
      bits: array(parts.map(({ bits }) => bits)),
    },
  };
}

function partsOf(bot: number, pages: Uint8Array) {
  const parts: { bot: number; number: number; bits: string }[] = [];
  for (let at = 0; at < pages.length; at += PART / 8) {
    const own = pages.subarray(at, at + PART / 8);
    if (own.some((byte) => byte !== 0))
      parts.push({ bot, number: at / (PART / 8), bits: `x${Buffer.from(own).toString('hex')}` });
  }
  return parts;
}
