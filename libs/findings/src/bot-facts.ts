/** The visits of a bot on one day. */
export interface DayOfBot {
  /** Midnight UTC, epoch milliseconds. */
  day: number;
  visits: number;
  spoofed_visits: number;
}

/** The days of a bot, or of people. */
export interface BotFacts {
  /** Null means people. */
  name: string | null;
  /** Days with visits, in any order. Days without are left out. */
  days: readonly DayOfBot[];
}

export const DAY_MS = 86_400_000;

/** Returns the midnight UTC with which the day of a moment begins. */
export const midnight = (now: number): number => now - (now % DAY_MS);
