import { normalPath } from './normal-form.js';
import { matches, type Pattern, pathsBeforeQuery, patternOf } from './pattern.js';
import type { Rule } from './robots-text.js';

/**
 * What a robots.txt says about a path. `not_judged`: that depends on the query, which is not known.
 */
export type RobotsVerdict = 'allowed' | 'disallowed' | 'not_judged';

export interface Judgement {
  verdict: RobotsVerdict;
  /** The rule that decides, or that cannot be judged. Undefined where none does. */
  rule: Rule | undefined;
}

/** It is allowed, whatever it says (RFC 9309, section 2.2.2). */
export const ROBOTS_PATH = '/robots.txt';
/** Google takes a folder as allowed when its index is. In doubt, the bot is right. */
const INDEX = /\/index\.html?$/;

/** Rules of a robots.txt, ready to judge paths by them. */
export class RulesOfBot {
  /** Patterns without wildcards, by what they begin with. Few texts have more than a few others. */
  private readonly literals = new Map<string, Pattern>();
  /** The lengths of these, the longest first. */
  private readonly lengths: readonly number[];
  /** All others, the strongest first. */
  private readonly others: readonly Pattern[];
  /** Patterns of the paths where a rule depends on the query. */
  private readonly queries: readonly Pattern[];

  constructor(rules: readonly Rule[]) {
    const patterns = rules.flatMap(withIndex).flatMap((rule) => patternOf(rule) ?? []);
    for (const pattern of patterns) {
      const [text] = pattern.parts;
      if (!isLiteral(pattern) || text === undefined) continue;
      const before = this.literals.get(text);
      if (!before || isStronger(pattern, before)) this.literals.set(text, pattern);
    }
    this.lengths = [...new Set([...this.literals.keys()].map((text) => text.length))].sort(
      (a, b) => b - a,
    );
    this.others = patterns
      .filter((pattern) => !isLiteral(pattern))
      .sort((a, b) => (isStronger(a, b) ? -1 : 1));
    this.queries = rules.flatMap((rule) => pathsBeforeQuery(rule) ?? []);
  }

  /** How many comparisons a path can need, with which work can be bounded. */
  get effort(): number {
    return 1 + this.lengths.length + this.others.length + this.queries.length;
  }

  /**
   * Judges a path.
   *
   * @param path from `/` on; with its query, if that is known
   */
  judge(path: string): Judgement {
    if (path === ROBOTS_PATH) return { verdict: 'allowed', rule: undefined };
    const asked = normalPath(path);
    const decides = this.strongest(asked);
    const verdict = decides && !decides.rule.allow ? 'disallowed' : 'allowed';
    const unknown = asked.includes('?') ? undefined : this.dependsOnQuery(asked, decides);
    return unknown
      ? { verdict: 'not_judged', rule: unknown.rule }
      : { verdict, rule: decides?.rule };
  }

  private strongest(path: string): Pattern | undefined {
    const literal = this.longestLiteral(path);
    for (const pattern of this.others) {
      if (literal && !isStronger(pattern, literal)) return literal;
      if (matches(pattern, path)) return pattern;
    }
    return literal;
  }

  /** Looks up each beginning of the path, so that many rules take no longer than a few. */
  private longestLiteral(path: string): Pattern | undefined {
    for (const length of this.lengths) {
      const found = length > path.length ? undefined : this.literals.get(path.slice(0, length));
      if (found) return found;
    }
    return undefined;
  }

  /** Returns a rule that would decide otherwise, if the visit had the query that it names. */
  private dependsOnQuery(path: string, decides: Pattern | undefined): Pattern | undefined {
    const isAllowed = decides?.rule.allow ?? true;
    return this.queries.find(
      (pattern) =>
        pattern.rule.allow !== isAllowed &&
        (!decides || isStronger(pattern, decides)) &&
        matches(pattern, path),
    );
  }
}

const isLiteral = ({ parts, isWhole }: Pattern): boolean => parts.length === 1 && !isWhole;

/** Of rules with equally many octets, the one that allows wins. */
const isStronger = (one: Pattern, other: Pattern): boolean =>
  one.octets > other.octets || (one.octets === other.octets && one.rule.allow && !other.rule.allow);

function withIndex(rule: Rule): Rule[] {
  const folder = rule.allow ? rule.pattern.replace(INDEX, '/$') : rule.pattern;
  return folder === rule.pattern ? [rule] : [rule, { ...rule, pattern: folder }];
}
