import { peopleKnownUntilSchema } from '@app/contracts';

/** The verdicts on visitors that rows of lists have. What is left of `human_visits` was not judged. */
export const OF_PEOPLE = {
  people_visits: true,
  undecided_visits: true,
  automation_visits: true,
} as const;

/** From when on a list does not tell people. */
export const PEOPLE_KNOWN = { people_known_until: peopleKnownUntilSchema };
