import { dayInShort } from '../../words/dates.js';
import { counted } from '../../words/numbers.js';
import { judgedDays, peopleOfDay, type VisitorsReport } from '../visitors.js';

/**
 * Says how many visitors were people on the day or, of several days, on a usual one. Nothing where
 * no day is judged.
 *
 * @param today in UTC
 */
export function visitorsInShort(days: VisitorsReport['days'], today: string): string {
  const told = peopleOfDay(judgedDays(days), today);
  if (!told) return '';
  const visitors = counted(told.people, 'visitor');
  if (told.date === undefined) return `about ${visitors} a day`;
  return days.length > 1 ? `${visitors} on ${dayInShort(told.date)}` : visitors;
}
