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
 * The columns of the counts of hosts and countries. Visits and people stay on small screens.
 *
 * @param isJudged whether people are told from other visitors with a browser
 */
export function countColumns<Row extends Counts>(isJudged: boolean): CountColumn<Row>[] {
  const count = (sort: DimensionCount, title: string, isExtra: boolean): CountColumn<Row> => ({
    ...{ id: sort, title, sort, isExtra, kind: 'number' },
    cell: ({ [sort]: visits }) => (visits === null ? '–' : inFull(visits)),
  });
  return [
    count('total_visits', 'Visits', false),
    ...(isJudged ? [count('people_visits', 'People', false)] : []),
    count('human_visits', 'Browsers', true),
    count('bot_visits', 'Bots', true),
    count('ai_bot_visits', 'AI bots', true),
    count('spoofed_visits', 'Spoofed', true),
    count('error_visits', 'Errors', true),
  ];
}
