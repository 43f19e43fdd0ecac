import type { RobotsBot } from '@app/contracts';
import { registeredBot } from '@app/classification';
import type { Obedience } from '@app/robots';

/** Visits of bots to a page, by the name of the bot. */
export type VisitsByName = ReadonlyMap<string, number>;

export function botDocument(
  { id, ...bot }: Obedience,
  { robots, llms }: { robots: VisitsByName; llms: VisitsByName },
): RobotsBot {
  return {
    ...bot,
    operator_says: registeredBot(id)?.robotsTxt ?? null,
    robots_txt_visits: robots.get(bot.name) ?? 0,
    llms_txt_visits: llms.get(bot.name) ?? 0,
  };
}
