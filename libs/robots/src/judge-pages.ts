import type { Budget, SpentLimit } from './budget.js';
import { GroupRules } from './group-rules.js';
import type { Group, Rule } from './robots-text.js';
import { judge, type RuleSet } from './rule-set.js';
import type { Work } from './work.js';

/** A page that bots visited. */
export interface VisitedPage {
  id: number;
  /** Null for a page whose path was not read, because the paths of all pages are too long. */
  path: string | null;
}

/**
 * What sets of rules say about pages. Pages of which all sets say the same share a class, so that
 * there are as many rows as pages, and not as many as pages times sets.
 */
export interface JudgedPages {
  /** Pages that not every set allows, and those that were not judged. */
  pages: number[];
  /** The class of each of them, or `NOT_JUDGED`. */
  pageClasses: number[];
  /** What a set says about the pages of a class: rows of class, index of the set, and verdict. */
  classes: number[];
  classSets: number[];
  classVerdicts: ('disallowed' | 'not_judged')[];
  /** The rule behind each of these verdicts. */
  classRules: Rule[];
}

/** The class of pages that were not judged, because a limit was reached. */
export const NOT_JUDGED = 0;

/** The most rows about classes: more of them take longer in the database than the pages do. */
const MOST_CLASS_ROWS = 200_000;

export const noPages = (): JudgedPages => ({
  ...{ pages: [], pageClasses: [], classes: [], classSets: [], classVerdicts: [], classRules: [] },
});

/** Pages that were not judged, and why. */
export interface Unjudged {
  limit: SpentLimit | 'path_octets';
  pages: number;
}

/**
 * Judges pages by sets of rules, in their order, until the budget is spent.
 *
 * @param sets by their index in the result
 */
export function* judgePages(
  sets: ReadonlyMap<number, RuleSet>,
  pages: readonly VisitedPage[],
  budget: Budget,
): Work<{ judged: JudgedPages; unjudged: Unjudged[] }> {
  const ready = yield* madeReady(sets, budget);
  const classes = new Classes();
  let unread = 0;
  let left = 0;
  let limit: SpentLimit | undefined;
  for (const { id, path } of pages) {
    if (path === null) unread += 1;
    else if (!(limit ??= budget.limit)) {
      const verdicts = yield* verdictsOf(ready, path, budget);
      limit = budget.limit ?? classes.add(id, verdicts);
      if (!limit) continue;
    }
    if (path !== null) left += 1;
    classes.addUnjudged(id);
  }
  const unjudged: Unjudged[] = [];
  if (unread > 0) unjudged.push({ limit: 'path_octets', pages: unread });
  if (limit && left > 0) unjudged.push({ limit, pages: left });
  return { judged: classes.judged, unjudged };
}

/** Makes the groups of sets ready, each once. */
function* madeReady(
  sets: ReadonlyMap<number, RuleSet>,
  budget: Budget,
): Work<[number, GroupRules[]][]> {
  const ready = new Map<Group, GroupRules>();
  const made: [number, GroupRules[]][] = [];
  for (const [index, { groups }] of sets) {
    const ofSet: GroupRules[] = [];
    for (const group of groups) {
      if (budget.limit) return [];
      const rules = ready.get(group) ?? (yield* GroupRules.of(group.rules, budget));
      ready.set(group, rules);
      ofSet.push(rules);
    }
    made.push([index, ofSet]);
  }
  return made;
}

interface Verdict {
  set: number;
  verdict: 'disallowed' | 'not_judged';
  rule: Rule;
}

/** Returns what sets say about a path, without those that allow it. */
function* verdictsOf(
  ready: readonly [number, GroupRules[]][],
  path: string,
  budget: Budget,
): Work<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [set, groups] of ready) {
    const { verdict, rule } = yield* judge(groups, path, budget);
    if (verdict !== 'allowed' && rule) verdicts.push({ set, verdict, rule });
  }
  return verdicts;
}

class Classes {
  readonly judged = noPages();
  private readonly byVerdicts = new Map<string, number>();

  addUnjudged(page: number): void {
    this.judged.pages.push(page);
    this.judged.pageClasses.push(NOT_JUDGED);
  }

  /** Returns the limit that is reached, if there is no room for these verdicts. */
  add(page: number, verdicts: readonly Verdict[]): SpentLimit | undefined {
    if (verdicts.length === 0) return undefined;
    const key = verdicts.map(({ set, verdict, rule }) => `${set}${verdict[0]}${rule.line}`).join();
    const known = this.byVerdicts.get(key);
    if (known === undefined && this.judged.classes.length + verdicts.length > MOST_CLASS_ROWS)
      return 'work';
    this.judged.pages.push(page);
    this.judged.pageClasses.push(known ?? this.newClass(key, verdicts));
    return undefined;
  }

  private newClass(key: string, verdicts: readonly Verdict[]): number {
    const number = this.byVerdicts.size + 1;
    this.byVerdicts.set(key, number);
    for (const { set, verdict, rule } of verdicts) {
      this.judged.classes.push(number);
      this.judged.classSets.push(set);
      this.judged.classVerdicts.push(verdict);
      this.judged.classRules.push(rule);
    }
    return number;
  }
}
