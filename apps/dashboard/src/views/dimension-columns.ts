import type { Column } from '../tables/table.js';
import { texts } from '../texts/texts.js';
import { inFull } from '../words/numbers.js';

/** The counts of a host or country that can be shown and sorted by. */
export type DimensionCount =
  | 'total_visits'
  | 'people_visits'
  | 'human_visits'
  | 'bot_visits'
  | 'ai_bot_visits'
  | 'spoofed_visits'
  | 'error_visits';
type Counts = Readonly<Record<DimensionCount, number | null>>;
export type CountColumn<Row> = Column<Row> & { sort: DimensionCount };

/**
 * The columns of the counts of hosts and countries. Visits always have room.
 *
 * @param isJudged whether people are told from other visitors with a browser
 */
export function countColumns<Row extends Counts>(isJudged: boolean): CountColumn<Row>[] {
  const count = (sort: DimensionCount, title: string, weight?: number): CountColumn<Row> => ({
    ...{ id: sort, title, sort, kind: 'number' },
    ...(weight !== undefined && { weight }),
    cell: ({ [sort]: visits }) => (visits === null ? '–' : inFull(visits)),
  });
  const words = texts.common;
  return [
    count('total_visits', words.visits),
    ...(isJudged ? [count('people_visits', words.people, 7)] : []),
    count('human_visits', words.browsers, 3),
    count('bot_visits', words.bots, 5),
    count('ai_bot_visits', words.aiBots, 6),
    count('spoofed_visits', words.spoofed, 2),
    count('error_visits', words.errors, 4),
  ];
}
