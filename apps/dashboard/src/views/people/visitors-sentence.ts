import type { Span } from '../../address/days.js';
import { texts } from '../../texts/texts.js';
import { bucketInFull, spanInWords } from '../../words/dates.js';
import { type JudgedDay, judgedDays, peopleOfDay, type VisitorsReport } from '../visitors.js';

const TEXTS = texts.people.visitors;

/**
 * Says how many visitors were people: on the day or, of several days, on a usual one. Nothing is
 * said of all days together, because visitors of several days are never added up.
 *
 * @param today in UTC
 */
export function visitorsSentence(days: VisitorsReport['days'], span: Span, today: string): string {
  const judged = judgedDays(days);
  const told = peopleOfDay(judged, today);
  const unknown = days.filter(({ people_visitors: people }) => people === null).length;
  if (!told && unknown > 0) return TEXTS.noneJudged(spanInWords(span));
  if (!told)
    return days.length > 1
      ? TEXTS.nobodyIn(spanInWords(span))
      : TEXTS.nobodyOn(dayInWords(span.start));
  const { people, date } = told;
  const usual = span.end < today ? TEXTS.usual : TEXTS.usualOfThoseOver;
  const sentences =
    date === undefined
      ? [usual(people, told.days), mostInWords(judged)]
      : [(date < today ? TEXTS.onDay : TEXTS.onDaySoFar)(people, dayInWords(date))];
  return [...sentences, unknown > 0 && TEXTS.daysNotJudged(unknown)].filter(Boolean).join(' ');
}

const dayInWords = (date: string): string => bucketInFull(date, 'day');

function mostInWords(judged: readonly JudgedDay[]): string {
  const most = judged.reduce((one, other) => (other.people > one.people ? other : one));
  return most.people > 0 ? TEXTS.most(most.people, dayInWords(most.date)) : '';
}
