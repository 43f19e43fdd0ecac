import type { Point } from '../api/types.js';
import { type Series, sumOf } from '../charts/chart.js';
import { texts } from '../texts/texts.js';
import { knowledgeOf, peopleOf, peopleTitle, unclearOf } from '../words/people.js';

/** The visits of browsers: those of people, and those of which nobody can tell. */
export function browserSeries(points: readonly Point[]): Series[] {
  const knowledge = knowledgeOf(points);
  const people: Series = {
    ...{ id: 'people', name: peopleTitle(knowledge), tone: 'people' },
    values: points.map((point) => peopleOf(point, knowledge)),
  };
  const unclear: Series = {
    ...{ id: 'unclear', name: texts.words.unclear, tone: 'unclear' },
    values: points.map((point) => unclearOf(point, knowledge)),
  };
  return sumOf(unclear.values) > 0 ? [people, unclear] : [people];
}
