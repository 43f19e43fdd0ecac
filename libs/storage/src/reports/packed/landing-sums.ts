import { forEachSet, type PageSums, Sums } from './page-sums.js';
import type { Unpacked } from './packed-memory.js';

const COUNTS = [
  'sent_visits',
  'people_visits',
  'undecided_visits',
  'crawled_visits',
  'answered_visits',
] as const;

/** Whose visits are added up. */
export interface LandingFilter {
  /** Assistants that sent people; null for all. */
  sources: readonly string[] | null;
  /** AI bots, by whether they read for an answer. */
  readers: ReadonlyMap<number, boolean>;
}

/** Adds up by page whom assistants sent, and what AI bots read. */
export function sumLandings(
  { landings, sets }: Pick<{ [Kind in keyof Unpacked]: Unpacked[Kind][] }, 'landings' | 'sets'>,
  { sources, readers }: LandingFilter,
): PageSums<(typeof COUNTS)[number]> {
  const sums = new Sums(COUNTS, [...landings, ...sets]);
  for (const digest of landings) {
    const { positions, counts } = digest;
    const wanted = sources && placesOf(digest.sources, sources);
    forEachSet(digest, wanted, (_, from, to) => {
      sums.see(positions, from, to);
      sums.add('sent_visits', positions, counts.visits, from, to);
      sums.add('people_visits', positions, counts.people_visits, from, to);
      sums.add('undecided_visits', positions, counts.undecided_visits, from, to);
    });
  }
  const bots = new Set(readers.keys());
  for (const digest of sets) {
    const { positions, counts } = digest;
    forEachSet(digest, bots, (bot, from, to) => {
      const name = readers.get(bot) ? 'answered_visits' : 'crawled_visits';
      sums.see(positions, from, to);
      sums.add(name, positions, counts.visits, from, to);
      sums.subtract(name, positions, counts.spoofed_visits, from, to);
    });
  }
  return sums.written();
}

function placesOf(names: readonly string[], wanted: readonly string[]): ReadonlySet<number> {
  return new Set(names.flatMap((name, at) => (wanted.includes(name) ? at + 1 : [])));
}
