import { z } from 'zod';

/** For which reports the verdicts on visitors are not known. */
const NOT_KNOWN =
  'null with `host`, `country`, `status`, `verification` and `exact_path`, by which visitors are not judged; then `human_visits` are all visits of browsers';

const byVisitor = (what: string) => z.int().nullable().describe(`${what}; ${NOT_KNOWN}`);

/** Visits with the agent of a browser by what is known of their visitors. */
export const byVerdict = {
  people_visits: byVisitor('visits by people, by all that their visitors did within a UTC day'),
  undecided_visits: byVisitor(
    'visits of browsers whose visitors did nothing that tells people and programs apart',
  ),
  automation_visits: byVisitor(
    'visits by programs that say that they are browsers; they are in `bot_visits`, and the bot `Undeclared automation`',
  ),
  not_judged_visits: byVisitor(
    'visits of browsers whose visitors could not be judged; with the three before, these are all visits of browsers',
  ),
};
export const PEOPLE_COUNTS = Object.keys(byVerdict) as (keyof typeof byVerdict)[];
export type PeopleCounts = { [Name in keyof typeof byVerdict]: number | null };

export const HUMAN_VISITS =
  'visits with the agent of a browser that are not known to be of automation: those of people, undecided ones, and those that are not judged';
