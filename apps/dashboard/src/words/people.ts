import { texts } from '../texts/texts.js';

/** Verdicts on visitors; null where they are not known. Lists of people leave automation out. */
export interface Verdicts {
  people_visits: number | null;
  undecided_visits: number | null;
  automation_visits?: number | null;
}

/** Visits of browsers by what is known of their visitors. */
export interface BrowserCounts extends Required<Verdicts> {
  /** All but automation. */
  human_visits: number;
  not_judged_visits: number | null;
}

/**
 * What is known of visitors: `judged`; `not judged`: verdicts could be there, and there is none; or
 * `not counted`, by a filter of bots that are verified or spoofed.
 */
export type Knowledge = 'judged' | 'not judged' | 'not counted';

export function knowledgeOf(counts: readonly Verdicts[]): Knowledge {
  if (counts.some(({ people_visits: people }) => people === null)) return 'not counted';
  return counts.some(hasVerdict) ? 'judged' : 'not judged';
}

const hasVerdict = ({ people_visits, undecided_visits, automation_visits }: Verdicts) =>
  Boolean(people_visits) || Boolean(undecided_visits) || Boolean(automation_visits);

/** Visits of people; without verdicts, all visits of browsers. */
export const peopleOf = (counts: BrowserCounts, knowledge: Knowledge): number =>
  knowledge === 'judged' ? (counts.people_visits ?? 0) : counts.human_visits;

/** Visits of browsers of which nobody can tell whether they are of people. */
export const unclearOf = (counts: BrowserCounts, knowledge: Knowledge): number =>
  counts.human_visits - peopleOf(counts, knowledge);

/** All visits with the agents of browsers. */
export const browsersOf = ({ human_visits, automation_visits }: BrowserCounts): number =>
  human_visits + (automation_visits ?? 0);

/** What visits of browsers are called. */
export const peopleTitle = (knowledge: Knowledge): string =>
  knowledge === 'not counted' ? texts.words.visitsOfBrowsers : texts.common.people;

/** `+2,100 undecided, 340 not judged`; nothing where no visitor is judged. */
export function unclearInWords(undecided: number, notJudged: number, knowledge: Knowledge): string {
  if (knowledge !== 'judged') return '';
  const parts = [
    undecided > 0 && texts.words.undecided(undecided),
    notJudged > 0 && texts.words.notJudged(notJudged),
  ].filter(Boolean);
  return parts.length > 0 ? `+${parts.join(', ')}` : '';
}
