import type { NotJudged, VisitorsOfDay } from '@app/contracts';
import type { Paint } from './paint.js';
import { INDENT, WIDEST } from './part.js';
import { count, wrapped } from './text.js';

/** The visitors of some days, and why visits of browsers are not judged. */
export interface DailyVisitors {
  days: readonly VisitorsOfDay[];
  /** Most visits first. */
  not_judged: readonly NotJudged[];
}

type Verdict = 'people_visitors' | 'undecided_visitors' | 'automation_visitors';

/** Renders how many visitors there were a day, and why visits are not judged. Nothing when nobody came. */
export function visitorsPart({ days, not_judged: reasons }: DailyVisitors, paint: Paint): string[] {
  const lines = [...dayLines(days), ...reasons.flatMap(reasonLines)];
  return lines.length === 0 ? [] : [[paint.title('Visitors a day (UTC)'), ...lines].join('\n')];
}

/** Days are not added up, so the median of those that are judged stands for several. */
function dayLines(days: readonly VisitorsOfDay[]): string[] {
  const judged = days.filter(hasVisitors);
  if (judged.length === 0) return [];
  const on = (verdict: Verdict) => count(median(judged.map((day) => day[verdict] ?? 0)));
  const which =
    judged.length === 1 ? (judged[0] as VisitorsOfDay).date : `Median of ${judged.length} days`;
  return indented(
    `${which}: ${on('people_visitors')} people, ${on('undecided_visitors')} undecided, ${on('automation_visitors')} automation. A visitor is an address with a user agent on one day; who comes on two days is counted on both, so days are never added up.`,
  );
}

const hasVisitors = ({ people_visitors, undecided_visitors, automation_visitors }: VisitorsOfDay) =>
  people_visitors !== null &&
  people_visitors + (undecided_visitors ?? 0) + (automation_visitors ?? 0) > 0;

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

const reasonLines = ({ visits, why, remedy }: NotJudged): string[] =>
  indented(
    `${count(visits)} ${visits === 1 ? 'visit is' : 'visits are'} not judged: ${why}. To change that, ${remedy}.`,
  );

const indented = (text: string): string[] =>
  wrapped(text, WIDEST - INDENT.length).map((line) => `${INDENT}${line}`);
