import { Budget } from '../src/budget.js';
import { GroupRules } from '../src/group-rules.js';
import { readRobots } from '../src/robots-text.js';
import { judge, type Judgement } from '../src/rule-set.js';
import { rulesFor } from '../src/rules-for.js';
import { runAtOnce } from '../src/work.js';

export const boundless = () => new Budget({ octets: Infinity, ms: Infinity });

/** Returns the rules of a robots.txt for a bot with these product tokens. */
export function rulesOf(
  robots: string,
  ...tokens: string[]
): { judge: (path: string) => Judgement } {
  const budget = boundless();
  const { groups } = rulesFor(readRobots(robots), { tokens });
  const ready = groups.map(({ rules }) => runAtOnce(GroupRules.of(rules, budget)));
  return { judge: (path) => runAtOnce(judge(ready, path, budget)) };
}
