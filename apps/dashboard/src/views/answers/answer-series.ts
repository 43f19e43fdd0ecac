import type { Series } from '../../charts/chart.js';
import { CLASSES, classOf } from '../answer-classes.js';
import type { Group } from '../largest-groups.js';

/** Tells whether visitors got no content, by the name of a class. */
export const isErrorClass = (name: string): boolean =>
  CLASSES.some(([one, , isError]) => isError && one === name);

/** Adds the series of statuses up to one series for each class; empty ones are left out. */
export function answerSeries(groups: readonly Group[]): Series[] {
  return CLASSES.flatMap(([name, , , tone]) => {
    const ofClass = groups.filter((group) => classOf(group.name ?? '') === name);
    const [first] = ofClass;
    if (!first) return [];
    const values = first.series.map((_, at) =>
      ofClass.reduce((sum, { series }) => sum + (series[at] ?? 0), 0),
    );
    return [{ id: name, name, tone, values }];
  });
}
