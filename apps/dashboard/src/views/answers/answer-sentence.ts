import type { Span } from '../../address/days.js';
import { type Series, sumOf } from '../../charts/chart.js';
import { texts } from '../../texts/texts.js';
import { spanInWords } from '../../words/dates.js';
import { partOf } from '../../words/numbers.js';
import { isErrorClass } from './answer-series.js';

/** Says how much got no content, and what most of these got instead. */
export function answerSentence(
  { series }: { series: readonly Pick<Series, 'name' | 'values'>[] },
  span: Span,
): string {
  const days = spanInWords(span);
  const classes = series.map(({ name, values }) => ({ name, visits: sumOf(values) }));
  const all = sumOf(classes.map(({ visits }) => visits));
  if (all === 0) return texts.answers.none(days);
  const errors = classes
    .filter(({ name, visits }) => isErrorClass(name) && visits > 0)
    .sort((a, b) => b.visits - a.visits);
  if (errors.length === 0) return texts.answers.noErrors(all, days);
  const failed = sumOf(errors.map(({ visits }) => visits));
  const most = errors.slice(0, 2).map(({ name, visits }) => `${name} ${partOf(visits, all)}`);
  return texts.answers.errors({
    ...{ visits: all, days },
    ...{ share: partOf(failed, all), most: most.join(', ') },
  });
}
