import { z } from 'zod';

/** For which reports the verdicts on visitors are not known. */
const NOT_KNOWN =
  'null with `verification`, because nobody verifies who says to be a browser; then `human_visits` are all visits of browsers';

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
/** The verdicts on visits that are of browsers and not of automation. */
export const ofBrowsers = {
  people_visits: z.int().min(0).describe('those of them that are of people'),
  undecided_visits: z
    .int()
    .min(0)
    .describe('those whose visitors did nothing that tells people and programs apart'),
};

/** From when on a list does not tell people from other visitors with a browser. */
export const peopleKnownUntilSchema = z.iso
  .datetime()
  .nullable()
  .describe(
    'moment (UTC) from which on the list does not tell people, because a day of the period had more than 2,000,000 visits of browsers: later ones of that day are in `human_visits` and `not_judged_visits` only, and in totals they are told; null: it tells all',
  );

export const PEOPLE_COUNTS = Object.keys(byVerdict) as (keyof typeof byVerdict)[];
export type PeopleCounts = { [Name in keyof typeof byVerdict]: number | null };

export const HUMAN_VISITS =
  'visits with the agent of a browser that are not known to be of automation: those of people, undecided ones, and those that are not judged';
