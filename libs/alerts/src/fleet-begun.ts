import type { Facts } from './facts.js';
import { lastingGroups, type Remembered } from './lasting-groups.js';
import type { RuleOf } from './rule.js';
import type { Reading } from './signal.js';

/** Tells agents of browsers that were judged as fleets: an event for each agent. */
export function fleetBegun(rule: RuleOf<'fleet_begun'>, facts: Facts, memory: Remembered): Reading {
  return lastingGroups(
    {
      kind: 'fleet',
      // The visitors of one agent differ in their addresses.
      isEnough: ({ visits, visitors }) => visits >= rule.least && visitors >= rule.addresses,
      figuresOf: ({ of, visits, visitors, networks, firstSeen }) => ({
        ...{ visits, visitors, networks, user_agent: of },
        first_seen: new Date(firstSeen).toISOString(),
      }),
    },
    facts,
    memory,
  );
}
