import type { Column } from '../tables/table.js';
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
  return [
    count('total_visits', 'Visits'),
    ...(isJudged ? [count('people_visits', 'People', 7)] : []),
    count('human_visits', 'Browsers', 3),
    count('bot_visits', 'Bots', 5),
    count('ai_bot_visits', 'AI bots', 6),
    count('spoofed_visits', 'Spoofed', 2),
    count('error_visits', 'Errors', 4),
  ];
}
