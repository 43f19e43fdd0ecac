/** What the counts of pages are made from. */
export interface MadeFrom {
  visits: number;
  /** How much evidence the verdicts on visitors follow from. */
  judged: number;
}

/** A digest of the pages of a bucket. */
export interface PageDigest extends MadeFrom {
  grain: 'day' | 'week' | 'month';
  /** Start of the bucket, epoch milliseconds UTC. */
  bucket: number;
}

/** What the reports of pages and bots must read. */
export interface PageCover<Digest extends PageDigest = PageDigest> {
  digests: Digest[];
  /** Midnights of the days that are read one by one, epoch milliseconds UTC. */
  days: number[];
  /**
   * The midnight from which all days are read from the recent pages, or the end of the period when
   * there are none.
   */
  recentFrom: number;
}

export const DAY_MS = 86_400_000;
const COARSEST_FIRST = ['month', 'week', 'day'] as const;

/**
 * Decides what to read for a period: as few digests as possible, all of them right, no day twice,
 * and the days that no digest covers. A digest is right when the days of its bucket still have the
 * number of visits that it was made from, because counts only grow, and were not judged by more since.
 * `now` has the days of the period with any visits, by their midnight. Days from `yesterday` on are recent, and too young
 * to be covered by a digest.
 */
export function coverPeriod<Digest extends PageDigest>(
  { from, to, yesterday }: { from: number; to: number; yesterday: number },
  now: ReadonlyMap<number, MadeFrom>,
  digests: readonly Digest[],
): PageCover<Digest> {
  const left = new Set(now.keys());
  const chosen: Digest[] = [];
  for (const grain of COARSEST_FIRST) {
    for (const digest of digests.filter((candidate) => candidate.grain === grain)) {
      const end = endOf(digest);
      if (digest.bucket < from || end > to) continue;
      const days = daysOf(digest.bucket, end, now);
      if (days.length === 0 || !days.every((day) => left.has(day))) continue;
      const own = days.map((day) => now.get(day) as MadeFrom);
      if (sum(own.map(({ visits }) => visits)) !== digest.visits) continue;
      if (sum(own.map(({ judged }) => judged)) !== digest.judged) continue;
      for (const day of days) left.delete(day);
      chosen.push(digest);
    }
  }
  const days = [...left].sort((a, b) => a - b);
  const recentFrom = days.find((day) => day >= yesterday) ?? to;
  return { digests: chosen, days: days.filter((day) => day < recentFrom), recentFrom };
}

/** Returns the days with visits from a midnight to another one. */
function daysOf(from: number, to: number, now: ReadonlyMap<number, MadeFrom>): number[] {
  const days: number[] = [];
  // Not all days with visits: a year has hundreds of them, and hundreds of digests.
  for (let day = from; day < to; day += DAY_MS) if (now.has(day)) days.push(day);
  return days;
}

/** Returns where the bucket of a digest ends, in epoch milliseconds. */
export function endOf({ grain, bucket }: Pick<PageDigest, 'grain' | 'bucket'>): number {
  if (grain === 'day') return bucket + DAY_MS;
  if (grain === 'week') return bucket + 7 * DAY_MS;
  const date = new Date(bucket);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A part of a period: `from` is inclusive, `to` exclusive, in epoch milliseconds. */
export interface Part {
  from: number;
  to: number;
}

/** Returns what some digests leave of a period, ascending. */
export function partsBeside(
  { from, to }: Part,
  digests: readonly Pick<PageDigest, 'grain' | 'bucket'>[],
): Part[] {
  const parts: Part[] = [];
  let since = from;
  for (const digest of [...digests].sort((a, b) => a.bucket - b.bucket)) {
    if (digest.bucket > since) parts.push({ from: since, to: digest.bucket });
    since = endOf(digest);
  }
  if (since < to) parts.push({ from: since, to });
  return parts;
}
