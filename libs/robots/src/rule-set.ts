import type { Budget } from './budget.js';
import type { GroupRules } from './group-rules.js';
import { pathOf, type Pattern } from './pattern.js';
import type { Group, Rule } from './robots-text.js';
import { type Extent, forbidsEverything } from './rules-for.js';
import type { Work } from './work.js';

/**
 * What a robots.txt says about a path. `not_judged`: that depends on the query, which is not known.
 */
export type RobotsVerdict = 'allowed' | 'disallowed' | 'not_judged';

export interface Judgement {
  verdict: RobotsVerdict;
  /** The rule that decides, or that cannot be judged. Undefined where none does. */
  rule: Rule | undefined;
}

/** Rules that bots must obey: those of one group, or of several that name the same bot. */
export interface RuleSet {
  /** `part` for a set that is cut. */
  extent: Extent;
  /** Whether rules of it were left out. They could say anything, so nothing is judged by the others. */
  isCut: boolean;
  groups: readonly Group[];
}

/** It is allowed, whatever it says (RFC 9309, section 2.2.2). */
export const ROBOTS_PATH = '/robots.txt';
/** To bring a path into the common form and to find its patterns takes as long as to read so many more. */
const LOOK_UP = 256;

/**
 * Judges a path by the rules of some groups.
 *
 * @param path from `/` on; with its query, if that is known
 * @param budget the result says nothing when a limit of it is reached
 */
export function* judge(
  groups: readonly GroupRules[],
  path: string,
  budget: Budget,
): Work<Judgement> {
  if (path === ROBOTS_PATH) return { verdict: 'allowed', rule: undefined };
  const asked = pathOf(path);
  const look = LOOK_UP + asked.octets.length;
  let decides: Pattern | undefined;
  for (const group of groups) {
    if (budget.spend(look)) {
      yield;
      if (budget.limit) break;
    }
    decides = yield* group.strongest(asked, decides, budget);
  }
  const verdict = decides && !decides.rule.allow ? 'disallowed' : 'allowed';
  if (!asked.text.includes('?'))
    for (const group of groups) {
      if (budget.spend(look)) {
        yield;
        if (budget.limit) break;
      }
      const unknown = yield* group.dependsOnQuery(asked, decides, budget);
      if (unknown) return { verdict: 'not_judged', rule: unknown.rule };
    }
  return { verdict, rule: decides?.rule };
}

/** Returns the rule of a set by which nothing is allowed. */
export function ruleOfAll({ groups }: RuleSet): Rule | undefined {
  for (const { rules } of groups) {
    const found = rules.find(forbidsEverything);
    if (found) return found;
  }
  return undefined;
}
