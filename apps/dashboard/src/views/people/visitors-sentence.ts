import type { Span } from '../../address/days.js';
import { bucketInFull, spanInWords } from '../../words/dates.js';
import { counted, inFull } from '../../words/numbers.js';
import { type JudgedDay, judgedDays, peopleOfDay, type VisitorsReport } from '../visitors.js';

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
  if (!told && unknown > 0) return `No visitor of ${spanInWords(span)} is judged.`;
  if (!told) {
    const when = days.length > 1 ? `in ${spanInWords(span)}` : `on ${dayInWords(span.start)}`;
    return `Nobody came ${when}. Choose other days to see visitors.`;
  }
  const were = counted(told.people, 'visitor was a person', 'visitors were people');
  const usual = `(median of the ${told.days} days that are judged${span.end < today ? '' : ' and over'})`;
  return [
    told.date === undefined
      ? `On an ordinary day, ${were} ${usual}.${mostInWords(judged)}`
      : `${were} on ${dayInWords(told.date)}${told.date < today ? '' : ', so far'}.`,
    unknown > 0 && `${counted(unknown, 'day is', 'days are')} not judged.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const dayInWords = (date: string): string => bucketInFull(date, 'day');

function mostInWords(judged: readonly JudgedDay[]): string {
  const most = judged.reduce((one, other) => (other.people > one.people ? other : one));
  return most.people > 0 ? ` Most came on ${dayInWords(most.date)}: ${inFull(most.people)}.` : '';
}
