import {
  AUTOMATION,
  type GroupFigures,
  type GroupKind,
  groupFigures,
  groupSubject,
  type VisitorGroupEntry,
} from '@app/contracts';
import type { BotFacts, GroupFacts } from '@app/findings';
import { browserOf } from '../reports/browser-of.js';

/** The groups that change what a day seems to be: those of other kinds come on every day. */
const KINDS: readonly GroupKind[] = ['fleet', 'brute_force', 'many_agents'];
/** Of a group that came on each day, all days are read. */
const MOST_GROUPS = 100;
export const LOOKED_AT = { kinds: KINDS, limit: MOST_GROUPS };

/**
 * Returns what findings are made of groups by.
 *
 * @param bots with people and with automation, whose visits are all those of browsers
 */
export function groupFacts(
  groups: readonly VisitorGroupEntry[],
  bots: readonly BotFacts[],
): GroupFacts<GroupFigures>[] {
  const browsers = new Map<number, number>();
  for (const { name, days } of bots)
    if (name === null || name === AUTOMATION.name)
      for (const { day, visits } of days) browsers.set(day, (browsers.get(day) ?? 0) + visits);
  return groups.map((group) => {
    const day = Date.parse(group.date);
    const of_group = groupFigures(group, browserOf);
    return {
      ...{ day, group: groupSubject(of_group), of_group, same: sameOf(group) },
      ...{ visits: group.visits, browser_visits: browsers.get(day) ?? group.visits },
    };
  });
}

function sameOf({ kind, agents, pages, networks }: VisitorGroupEntry): string {
  const of = {
    ...{ fleet: agents[0]?.user_agent, brute_force: pages[0]?.path },
    many_agents: networks[0]?.network,
  };
  return `${kind} ${of[kind as keyof typeof of]}`;
}
