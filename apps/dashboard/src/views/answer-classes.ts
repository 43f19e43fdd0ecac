import type { Summary } from '../api/types.js';
import { texts } from '../texts/texts.js';

/** A class of answers, such as all with 404 or any other status from 400 to 499. */
export interface AnswerClass {
  name: string;
  /** Whether the visitor got no content. */
  isError: boolean;
  visits: number;
  tone: string;
}

const { answers: names } = texts.views;

/** Name, statuses, whether it is an error, and tone of each class. */
export const CLASSES: readonly [string, RegExp, boolean, string][] = [
  [names.content, /^2/, false, 'good'],
  [names.redirects, /^3/, false, 'rest'],
  [names.refused, /^(401|403|429)$/, true, '7'],
  [names.notFound, /^(404|410)$/, true, 'warn'],
  [names.client, /^4/, true, '4'],
  [names.server, /^5/, true, 'bad'],
  [names.other, /./, false, '5'],
];

/** Returns the visits by status of a summary. */
export const statusesOf = ({ status_codes }: Pick<Summary, 'status_codes'>) =>
  status_codes.map(({ status_code, visits }) => ({ name: `${status_code}`, visits }));

/** Sorts visits by status into classes that say what the visitor got; empty ones are left out. */
export function answerClasses(
  statuses: readonly { name: string; visits: number }[],
): AnswerClass[] {
  const visits = new Map<string, number>();
  for (const status of statuses) {
    const name = classOf(status.name);
    visits.set(name, (visits.get(name) ?? 0) + status.visits);
  }
  return CLASSES.flatMap(([name, , isError, tone]) => {
    const count = visits.get(name) ?? 0;
    return count > 0 ? [{ name, isError, visits: count, tone }] : [];
  });
}

/** Part of the visits that got an error, from 0 to 1. */
export function errorShare(classes: readonly AnswerClass[]): number {
  const sum = (some: readonly AnswerClass[]) => some.reduce((all, one) => all + one.visits, 0);
  const all = sum(classes);
  return all === 0 ? 0 : sum(classes.filter(({ isError }) => isError)) / all;
}

/** The name of the class of a status. */
export const classOf = (status: string): string =>
  CLASSES.find(([, pattern]) => pattern.test(status))?.[0] ?? names.other;
