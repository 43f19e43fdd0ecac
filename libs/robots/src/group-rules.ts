import type { Budget } from './budget.js';
import {
  isStronger,
  matches,
  type NormalPath,
  type Pattern,
  pathsBeforeQuery,
  patternOf,
} from './pattern.js';
import { PrefixIndex } from './prefix-index.js';
import type { Rule } from './robots-text.js';
import type { Work } from './work.js';

/** Google takes a folder as allowed when its index is. In doubt, the bot is right. */
const INDEX = /\/index\.html?$/;
/** A comparison takes as long as it takes to read so many octets, and then those of the path. */
const COMPARISON = 16;
/** To make a rule ready takes as long as to read so many octets, and then those of its pattern. */
const PREPARATION = 1_024;

/** The rules of a group of a robots.txt, ready to be compared with paths. */
export class GroupRules {
  private constructor(
    private readonly patterns: PrefixIndex,
    /** Patterns of the paths where a rule depends on the query. */
    private readonly queries: PrefixIndex,
  ) {}

  /** Makes rules ready. */
  static *of(rules: readonly Rule[], budget: Budget): Work<GroupRules> {
    const patterns: Pattern[] = [];
    const queries: Pattern[] = [];
    for (const rule of rules) {
      if (budget.spend(PREPARATION + rule.pattern.length)) yield;
      for (const one of withIndex(rule)) addTo(patterns, patternOf(one));
      addTo(queries, pathsBeforeQuery(rule));
    }
    return new GroupRules(new PrefixIndex(patterns), new PrefixIndex(queries));
  }

  /**
   * Finds the strongest rule that matches a path, if it is stronger than another one.
   */
  *strongest(
    path: NormalPath,
    than: Pattern | undefined,
    budget: Budget,
  ): Work<Pattern | undefined> {
    let best = than;
    for (const patterns of this.patterns.of(path.text)) {
      const isBetter = (pattern: Pattern) => !best || isStronger(pattern, best);
      best = (yield* firstMatch(patterns, path, { isBetter, budget })) ?? best;
    }
    return best;
  }

  /** Finds a rule that would decide otherwise, if the visit had the query that it names. */
  *dependsOnQuery(
    path: NormalPath,
    decides: Pattern | undefined,
    budget: Budget,
  ): Work<Pattern | undefined> {
    const isAllowed = decides?.rule.allow ?? true;
    const isBetter = (pattern: Pattern) => !decides || isStronger(pattern, decides);
    const isOther = ({ rule }: Pattern) => rule.allow !== isAllowed;
    for (const patterns of this.queries.of(path.text)) {
      const found = yield* firstMatch(patterns, path, { isBetter, isOther, budget });
      if (found) return found;
    }
    return undefined;
  }
}

interface Wanted {
  /** Of patterns in the order of their strength, none is wanted behind the first for which it is false. */
  isBetter: (pattern: Pattern) => boolean;
  isOther?: (pattern: Pattern) => boolean;
  budget: Budget;
}

/** Finds the first pattern that matches. Returns undefined, too, when the budget is spent. */
function* firstMatch(
  patterns: readonly Pattern[],
  path: NormalPath,
  { isBetter, isOther = () => true, budget }: Wanted,
): Work<Pattern | undefined> {
  for (const pattern of patterns) {
    if (!isBetter(pattern)) return undefined;
    if (budget.spend(COMPARISON + (pattern.rest ? path.octets.length : 0))) {
      yield;
      if (budget.limit) return undefined;
    }
    if (isOther(pattern) && matches(pattern, path)) return pattern;
  }
  return undefined;
}

function addTo(patterns: Pattern[], pattern: Pattern | undefined): void {
  if (pattern) patterns.push(pattern);
}

function withIndex(rule: Rule): Rule[] {
  const folder = rule.allow ? rule.pattern.replace(INDEX, '/$') : rule.pattern;
  return folder === rule.pattern ? [rule] : [rule, { ...rule, pattern: folder }];
}
