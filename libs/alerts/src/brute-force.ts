import type { Facts } from './facts.js';
import { lastingGroups, type Remembered } from './lasting-groups.js';
import type { RuleOf } from './rule.js';
import type { Reading } from './signal.js';

/** Tells pages that are under attack: an event for each page. */
export function bruteForce(rule: RuleOf<'brute_force'>, facts: Facts, memory: Remembered): Reading {
  return lastingGroups(
    {
      kind: 'brute_force',
      isEnough: ({ visits }) => visits >= rule.least,
      figuresOf: ({ visits, visitors, errors, statuses, firstSeen }) => ({
        ...{ visits, visitors, error_visits: errors },
        ...(statuses.length > 0 && { status_codes: statuses.join(', ') }),
        first_seen: new Date(firstSeen).toISOString(),
      }),
    },
    facts,
    memory,
  );
}
