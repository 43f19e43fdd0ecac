import type { PeopleCounts } from '@app/contracts';

/** What is known of visitors with the agents of browsers. */
export type Judged<Counts> = Counts & { [Name in keyof PeopleCounts]: number };

/** Tells whether a verdict on some visitors is known. */
export function isJudged<Counts extends Partial<PeopleCounts>>(
  counts: Counts,
): counts is Judged<Counts> {
  const { people_visits: people, undecided_visits: undecided, automation_visits } = counts;
  return (people ?? 0) + (undecided ?? 0) + (automation_visits ?? 0) > 0;
}

/** Tells whether visitors could be judged: by host and country, and of a log alone, they are not. */
export const canBeJudged = ({ people_visits: people }: Partial<PeopleCounts>): boolean =>
  people !== null && people !== undefined;
