import type { RobotsBot, RobotsReport, RobotsTextDocument } from '@app/contracts';
import { registeredBot } from '@app/classification';
import type { Obedience } from '@app/robots';
import type { ListedRobotsText, WebsiteFetchRow } from '@app/storage';

export function textDocument(text: ListedRobotsText): RobotsTextDocument {
  const { valid_from: from, valid_to: to, source, noted_at, bytes } = text;
  return { from, to, source, noted_at: noted_at.toISOString(), bytes };
}

export function fetchDocument(fetch: WebsiteFetchRow | undefined): RobotsReport['fetch'] {
  if (!fetch) return null;
  const { tried_at, outcome, status, succeeded_at, due_at } = fetch;
  return {
    tried_at: tried_at?.toISOString() ?? null,
    outcome,
    status,
    succeeded_at: succeeded_at?.toISOString() ?? null,
    next_at: due_at.toISOString(),
  };
}

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
