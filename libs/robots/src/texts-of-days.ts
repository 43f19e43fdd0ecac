import type { Days } from './visits-of-bots.js';

/** A text, and the days of the period on which it was in force. */
export interface TextOfDays {
  /** The first day on which it was in force, `YYYY-MM-DD`. */
  valid_from: string;
  days: Days;
}

/** A text of the history. Its last day is null when no text follows. */
export interface TextInForce {
  valid_from: string;
  valid_to: string | null;
}

const DAY_MS = 86_400_000;

/** Returns the days of a period on which each text was in force. Texts of other days are left out. */
export function textsOfDays(texts: readonly TextInForce[], { from, to }: Days): TextOfDays[] {
  return texts.flatMap(({ valid_from, valid_to }) => {
    const end = valid_to === null ? Infinity : Date.parse(valid_to) + DAY_MS;
    const days = {
      from: new Date(Math.max(Date.parse(valid_from), from.getTime())),
      to: new Date(Math.min(end, to.getTime())),
    };
    return days.from < days.to ? [{ valid_from, days }] : [];
  });
}
