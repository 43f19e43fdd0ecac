import type { DataOf } from '../api/types.js';
import type { Knowledge } from '../words/people.js';

export const VISITORS = '/api/v1/websites/{id}/visitors';
export type VisitorsReport = DataOf<typeof VISITORS>;
type Day = VisitorsReport['days'][number];

/** A UTC day whose visitors are judged, and how many of them are people. */
export interface JudgedDay {
  date: string;
  people: number;
}

/** How many visitors were people on a day, out of some days. */
export interface PeopleOfDay {
  /** Of the day that is named or, of several days, the median as a whole number. */
  people: number;
  /** Of so many days. */
  days: number;
  /** The day, where it is only one. */
  date?: string;
}

/**
 * Returns the days whose visitors are judged, from the first one on which somebody came: before it,
 * the website may have sent no log.
 */
export function judgedDays(days: readonly Day[]): JudgedDay[] {
  const first = days.findIndex(hasVisits);
  return first < 0
    ? []
    : days
        .slice(first)
        .flatMap(({ date, people_visitors: people }) => (people === null ? [] : { date, people }));
}

/** What is known of the visitors of some days. No filter changes them. */
export const knowledgeOfDays = (days: readonly Day[]): Knowledge =>
  judgedDays(days).length > 0 ? 'judged' : 'not judged';

/** Tells whether a browser came. Visitors that are not judged are null. */
const hasVisits = (day: Day): boolean =>
  [
    ...[day.people_visitors, day.undecided_visitors, day.automation_visitors],
    day.not_judged_visits,
  ].some((count) => count !== 0);

/**
 * Returns how many people came on a usual day of those that are over. Where fewer than two of them
 * are judged it is the only one, or today. Returns undefined when no day is judged.
 *
 * @param today in UTC
 */
export function peopleOfDay(judged: readonly JudgedDay[], today: string): PeopleOfDay | undefined {
  const over = judged.filter(({ date }) => date < today);
  const only = over[0] ?? judged[0];
  if (over.length < 2) return only && { ...only, days: 1 };
  return { people: Math.round(medianOf(over.map(({ people }) => people))), days: over.length };
}

/** Returns the median of some values, of which there is at least one. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? 0;
  return (at((values.length - 1) >> 1) + at(values.length >> 1)) / 2;
}

/** A text of the API that ends or makes a sentence, with an upper-case letter in front. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
