import { type BotFacts, DAY_MS, midnight } from './bot-facts.js';

/** A bot in whose name others came. */
export interface SpoofedBot {
  bot: string;
  spoofed: number;
  visits: number;
}

/** The days that are looked at, with the present one. */
const DAYS = 7;
const LEAST_SPOOFED = 20;
/** Below this part, those who came in its name do not change what is counted for the bot. */
const LEAST_SHARE = 0.05;

/** Returns the bots whose visits were made by others in a part that matters. */
export function spoofedBots(bots: readonly BotFacts[], now: number): SpoofedBot[] {
  const from = midnight(now) - (DAYS - 1) * DAY_MS;
  return bots
    .flatMap(({ name, days }): SpoofedBot[] => {
      if (name === null) return [];
      const recent = days.filter(({ day }) => day >= from);
      const spoofed = recent.reduce((sum, one) => sum + one.spoofed_visits, 0);
      const visits = recent.reduce((sum, one) => sum + one.visits, 0);
      const matters = spoofed >= LEAST_SPOOFED && spoofed >= visits * LEAST_SHARE;
      return matters ? [{ bot: name, spoofed, visits }] : [];
    })
    .sort((a, b) => b.spoofed - a.spoofed);
}
