/**
 * Visitors with the agents of browsers that were judged alike on a day, as automation.
 *
 * @template Figures what tells who it is
 */
export interface GroupFacts<Figures = unknown> {
  /** Midnight UTC, epoch milliseconds. */
  day: number;
  /** Who it is, as the begin of a sentence: `One Chrome on 260 addresses`. */
  group: string;
  of_group: Figures;
  /** What it has in common with the same group of another day: an agent, a page, a network. */
  same: string;
  visits: number;
  /** All visits of browsers on the day. */
  browser_visits: number;
}

/** Fewer visits change no figure that somebody looks at. */
const LEAST_VISITS = 100;
/** Below this part, the visits of a day are what they seem without it. */
const LEAST_SHARE = 0.1;

/**
 * Returns the groups without which a day would have had far fewer visits of browsers, most visits
 * first. A group that came on several days is told once, on the day on which it came most.
 */
export function automationGroups<Group extends GroupFacts>(groups: readonly Group[]): Group[] {
  const known = new Set<string>();
  return groups
    .filter(
      ({ visits, browser_visits }) =>
        visits >= LEAST_VISITS && visits >= browser_visits * LEAST_SHARE,
    )
    .sort((one, other) => other.visits - one.visits)
    .filter(({ same }) => !known.has(same) && known.add(same));
}
