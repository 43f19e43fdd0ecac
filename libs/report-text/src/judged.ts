import type { PeopleCounts } from '@app/contracts';
import type { Paint } from './paint.js';
import type { Cell, Column } from './table.js';
import { count } from './text.js';

/** What is known of visitors with the agents of browsers. */
export type Judged<Counts> = Counts & { [Name in keyof PeopleCounts]: number };

/** Tells whether a verdict on some visitors is known. */
export function isJudged<Counts extends Partial<PeopleCounts>>(
  counts: Counts,
): counts is Judged<Counts> {
  const { people_visits: people, undecided_visits: undecided, automation_visits } = counts;
  return (people ?? 0) + (undecided ?? 0) + (automation_visits ?? 0) > 0;
}

/** Tells whether visitors could be judged: from a log alone, they are not. */
export const canBeJudged = ({ people_visits: people }: Partial<PeopleCounts>): boolean =>
  people !== null && people !== undefined;

/**
 * Returns the columns and cells of people for a list, or none where no visitor of it is judged: there
 * would be zeros only.
 */
export function peopleOfList(rows: readonly Partial<PeopleCounts>[], paint: Paint): PeopleOfList {
  if (!rows.some(isJudged)) return { columns: [], cellsOf: () => [] };
  return {
    columns: [{ title: 'people', align: 'right', paint: paint.human }],
    cellsOf: ({ people_visits: people }) => [count(people ?? 0)],
  };
}

interface PeopleOfList {
  columns: Column[];
  cellsOf: (row: Partial<PeopleCounts>) => Cell[];
}
