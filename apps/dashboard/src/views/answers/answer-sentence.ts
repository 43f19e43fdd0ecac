import type { Span } from '../../address/days.js';
import { type Series, sumOf } from '../../charts/chart.js';
import { spanInWords } from '../../words/dates.js';
import { counted, partOf } from '../../words/numbers.js';
import { isErrorClass } from './answer-series.js';

/** Says how much got no content, and what most of these got instead. */
export function answerSentence(
  { series }: { series: readonly Pick<Series, 'name' | 'values'>[] },
  span: Span,
): string {
  const classes = series.map(({ name, values }) => ({ name, visits: sumOf(values) }));
  const all = sumOf(classes.map(({ visits }) => visits));
  if (all === 0) return `No visits in ${spanInWords(span)} with these filters.`;
  const errors = classes
    .filter(({ name, visits }) => isErrorClass(name) && visits > 0)
    .sort((a, b) => b.visits - a.visits);
  const head = `${counted(all, 'visit')} in ${spanInWords(span)}`;
  if (errors.length === 0) return `${head}, and none got an error.`;
  const failed = sumOf(errors.map(({ visits }) => visits));
  const most = errors.slice(0, 2).map(({ name, visits }) => `${name} ${partOf(visits, all)}`);
  return `${head}: ${partOf(failed, all)} got no content. ${most.join(', ')}.`;
}
