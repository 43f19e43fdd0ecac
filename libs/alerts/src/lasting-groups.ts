import type { Figures } from '@app/contracts';
import type { AutomationGroup, Facts } from './facts.js';
import { MINUTE_MS } from './hours.js';
import type { Level, Reading, Signal, State } from './signal.js';

/** Verdicts on the running day may change with what comes next: a group that lasts is told. */
const LASTS_MS = 10 * MINUTE_MS;

/** What is remembered, and when it is. */
export interface Remembered {
  /** The causes that are told already. */
  open: readonly string[];
  states: readonly State[];
  now: number;
}

/** Which groups a rule asks for, and what an event says of one. */
interface Asked {
  kind: AutomationGroup['kind'];
  isEnough: (group: AutomationGroup) => boolean;
  figuresOf: (group: AutomationGroup) => Figures;
}

/**
 * Tells groups of today and yesterday that have been large enough for ten minutes, the largest first.
 * What is told stays while its group is there, however small, and while nothing of today is judged.
 */
export function lastingGroups(rule: Asked, { groups }: Facts, memory: Remembered): Reading {
  const asked = { ...rule, isEnough: (one: AutomationGroup) => one.isAlone && rule.isEnough(one) };
  const { open, states, now } = memory;
  const { today, yesterday } = groups;
  const found = largestOf(asked, [...(today ?? []), ...(yesterday ?? [])]);
  const kept = new Map(states.map((state) => [state.cause, state]));
  const sinceOf = ({ of: cause }: AutomationGroup): State =>
    kept.get(cause) ?? { cause, since: now, figures: {} };
  const levelOf = (group: AutomationGroup): Level => {
    if (!asked.isEnough(group)) return 'between';
    const isTold = open.includes(group.of) || now - sinceOf(group).since >= LASTS_MS;
    return isTold ? 'on' : 'between';
  };
  const missing = open.filter((cause) => !found.some((group) => group.of === cause));
  return {
    signals: [
      ...found.map((group) => signalOf(group, levelOf(group), asked.figuresOf)),
      ...(today ? [] : missing.map(unknown)),
    ],
    states: found.filter((one) => asked.isEnough(one) && !open.includes(one.of)).map(sinceOf),
  };
}

/** Returns a group for each agent or page: that of the day on which it is enough, or has more visits. */
function largestOf({ kind, isEnough }: Asked, groups: readonly AutomationGroup[]) {
  const largest = new Map<string, AutomationGroup>();
  for (const group of groups) {
    if (group.kind !== kind) continue;
    const other = largest.get(group.of);
    if (!other) largest.set(group.of, group);
    else {
      const isOther = isEnough(other) || (!isEnough(group) && other.visits >= group.visits);
      const firstSeen = Math.min(group.firstSeen, other.firstSeen);
      largest.set(group.of, { ...(isOther ? other : group), firstSeen });
    }
  }
  return [...largest.values()].sort((one, other) => other.visits - one.visits);
}

function signalOf(
  group: AutomationGroup,
  level: Level,
  figuresOf: (group: AutomationGroup) => Figures,
): Signal {
  return { cause: group.of, subject: group.name, level, figures: () => figuresOf(group) };
}

const unknown = (cause: string): Signal => ({
  ...{ cause, subject: cause, level: 'unknown', figures: () => ({}) },
});
