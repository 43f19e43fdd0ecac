import type { Column } from '../tables/table.js';
import { texts } from '../texts/texts.js';
import { inFull } from '../words/numbers.js';

/** The visits of a row that are of people, beside all of browsers. */
export const PEOPLE: Column<{ people_visits: number }> = {
  ...{ id: 'people', title: texts.common.people, kind: 'number' },
  cell: ({ people_visits: people }) => inFull(people),
};
