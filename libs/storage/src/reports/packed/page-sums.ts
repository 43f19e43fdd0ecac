import { AUTOMATION_BOT_ID, type Verification } from '@app/contracts';
import { PACKED_OF_PAGE, PACKED_OF_SET } from '../../roll-ups/make-page-digest.js';
import { visitsWith } from './set-visits.js';
import type { Numbers, PackedPages, PackedSets, Placed } from './unpack.js';

/** The sums of pages as arrays of PostgreSQL, each in the order of `positions`. */
export interface PageSums<Name extends string> {
  positions: string;
  /** An array without elements where all are 0. */
  counts: Record<Name, string>;
}

/** Adds up what pages count of everybody. */
export function sumPages(
  digests: readonly PackedPages[],
  scanned: readonly PackedSets[],
  scanners: ReadonlySet<number>,
): PageSums<(typeof PACKED_OF_PAGE)[number] | 'scanner_visits'> {
  const sums = new Sums([...PACKED_OF_PAGE, 'scanner_visits'], [...digests, ...scanned]);
  for (const { positions, counts } of digests) {
    sums.see(positions, 0, positions.length);
    for (const count of PACKED_OF_PAGE) sums.add(count, positions, counts[count]);
  }
  for (const sets of scanned)
    forEachSet(sets, scanners, (_, from, to) => {
      sums.see(sets.positions, from, to);
      sums.add('scanner_visits', sets.positions, sets.counts.visits, from, to);
    });
  return sums.written();
}

/** Which bots are told apart in the sums of pages. */
export interface KindsOfBots {
  /** Those that are added up. */
  chosen: ReadonlySet<number>;
  ai: ReadonlySet<number>;
  scanners: ReadonlySet<number>;
}

const OF_BOTS = [
  ...PACKED_OF_SET,
  ...(['ai_visits', 'automation_visits', 'scanner_visits'] as const),
] as const;

/** Adds up what pages count of some bots. */
export function sumSets(
  digests: readonly PackedSets[],
  { chosen, ai, scanners }: KindsOfBots,
): PageSums<(typeof OF_BOTS)[number]> {
  const sums = new Sums(OF_BOTS, digests);
  for (const sets of digests) {
    const { positions, counts } = sets;
    forEachSet(sets, chosen, (bot, from, to) => {
      sums.see(positions, from, to);
      for (const count of PACKED_OF_SET) sums.add(count, positions, counts[count], from, to);
      if (ai.has(bot)) sums.add('ai_visits', positions, counts.visits, from, to);
      if (bot === AUTOMATION_BOT_ID)
        sums.add('automation_visits', positions, counts.visits, from, to);
      if (scanners.has(bot)) sums.add('scanner_visits', positions, counts.visits, from, to);
    });
  }
  return sums.written();
}

/** Adds up the visits of some bots with one verification by page. */
export function sumVerified(
  digests: readonly PackedSets[],
  { chosen, ai, scanners }: KindsOfBots,
  verification: Verification,
): PageSums<'visits' | 'ai_visits' | 'scanner_visits'> {
  const sums = new Sums(['visits', 'ai_visits', 'scanner_visits'] as const, digests);
  for (const sets of digests)
    forEachSet(sets, chosen, (bot, from, to) => {
      // Nobody verifies who says to be a browser.
      if (bot === AUTOMATION_BOT_ID) return;
      const visits = visitsWith(sets, verification, from, to);
      if (!visits) return;
      const positions = sets.positions.subarray(from, to);
      sums.see(positions, 0, positions.length);
      sums.add('visits', positions, visits);
      if (ai.has(bot)) sums.add('ai_visits', positions, visits);
      if (scanners.has(bot)) sums.add('scanner_visits', positions, visits);
    });
  return sums.written();
}

/** Calls for each bot that is wanted, with where its pages begin and end. */
export function forEachSet(
  { bots, ends }: Pick<PackedSets, 'bots' | 'ends'>,
  wanted: ReadonlySet<number> | null,
  work: (bot: number, from: number, to: number) => void,
): void {
  for (let at = 0; at < bots.length; at++) {
    const bot = bots[at] ?? 0;
    if (wanted && !wanted.has(bot)) continue;
    work(bot, at === 0 ? 0 : (ends[at - 1] ?? 0), ends[at] ?? 0);
  }
}

/** Sums by position. */
export class Sums<Name extends string> {
  private readonly columns: Record<Name, Float64Array>;
  private readonly seen: Uint8Array;

  constructor(
    private readonly names: readonly Name[],
    digests: readonly Pick<Placed, 'size'>[],
  ) {
    const size = positionsOf(digests);
    this.seen = new Uint8Array(size);
    const columns = names.map((name) => [name, new Float64Array(size)]);
    this.columns = Object.fromEntries(columns) as Record<Name, Float64Array>;
  }

  /** Notes that pages are in the sums, even when all of them are 0. */
  see(positions: Numbers, from: number, to: number): void {
    for (let at = from; at < to; at++) this.seen[positions[at] as number] = 1;
  }

  add(
    name: Name,
    positions: Numbers,
    counts: Numbers | undefined,
    from = 0,
    to = positions.length,
  ): void {
    if (!counts) return;
    const sums = this.columns[name];
    for (let at = from; at < to; at++) sums[positions[at] as number]! += counts[at] as number;
  }

  subtract(
    name: Name,
    positions: Numbers,
    counts: Numbers | undefined,
    from: number,
    to: number,
  ): void {
    if (!counts) return;
    const sums = this.columns[name];
    for (let at = from; at < to; at++) sums[positions[at] as number]! -= counts[at] as number;
  }

  written(): PageSums<Name> {
    const positions: number[] = [];
    for (let at = 0; at < this.seen.length; at++) if (this.seen[at]) positions.push(at);
    const own = this.names.map((name) => [name, arrayOf(positions, this.columns[name])]);
    return {
      positions: `{${positions.join(',')}}`,
      counts: Object.fromEntries(own) as Record<Name, string>,
    };
  }
}

function arrayOf(positions: readonly number[], sums: Float64Array): string {
  const own = positions.map((position) => sums[position] as number);
  return own.some((count) => count !== 0) ? `{${own.join(',')}}` : '{}';
}

/** Returns how many positions there are up to the highest one. */
export function positionsOf(digests: readonly Pick<Placed, 'size'>[]): number {
  return digests.reduce((most, { size }) => Math.max(most, size), 0);
}
