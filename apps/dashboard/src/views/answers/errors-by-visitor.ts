import type { Summary } from '../../api/types.js';
import { texts } from '../../texts/texts.js';

/** Who got answers, and how many of them were errors. */
export interface ErrorsOfVisitor {
  title: string;
  tone: string;
  visits: number;
  errors: number;
}

type Statuses = Summary['status_codes'];

const VISITORS: readonly [title: string, tone: string, of: (one: Statuses[number]) => number][] = [
  [texts.common.browsers, 'people', ({ visits, bot_visits: bots }) => visits - bots],
  [texts.common.aiBots, 'ai', ({ ai_bot_visits: ai }) => ai],
  [
    texts.common.otherBots,
    'bots',
    ({ bot_visits: bots, ai_bot_visits: ai, scanner_visits: scanners }) => bots - ai - scanners,
  ],
  [texts.answers.who.scanners, 'rest', ({ scanner_visits: scanners }) => scanners],
];

/** Returns who got errors, from 400 on, of the visits of some status codes. */
export function errorsByVisitor(statuses: Statuses): ErrorsOfVisitor[] {
  const errors = statuses.filter(({ status_code: status }) => status >= 400);
  const sum = (some: Statuses, of: (one: Statuses[number]) => number) =>
    some.reduce((all, one) => all + of(one), 0);
  return VISITORS.map(([title, tone, of]) => ({
    ...{ title, tone },
    ...{ visits: sum(statuses, of), errors: sum(errors, of) },
  })).filter(({ visits }) => visits > 0);
}
