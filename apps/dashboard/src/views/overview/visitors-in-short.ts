import { texts } from '../../texts/texts.js';
import { dayInShort } from '../../words/dates.js';
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
  const { people, date } = told;
  const { ofDay, onDay, usual } = texts.overview.visitors;
  if (date === undefined) return usual(people);
  return days.length > 1 ? onDay(people, dayInShort(date)) : ofDay(people);
}
