import type { NamedBot } from './product-tokens.js';
import { productTokens } from './product-tokens.js';
import type { Group, RobotsText } from './robots-text.js';
import type { RuleSet } from './rule-set.js';
import { type Addressed, extentOf, rulesFor } from './rules-for.js';

/**
 * The rules of bots in one robots.txt. Equal rules are judged by once, whoever they are for, and
 * nothing is made twice of a group, however many bots it is for.
 */
export class RuleSets {
  private readonly byGroups = new Map<readonly Group[], RuleSet>();
  private readonly byMeaning = new Map<string, RuleSet>();
  private readonly meanings = new Map<string, number>();
  private readonly meaningOf = new Map<Group, number>();

  constructor(private readonly text: Pick<RobotsText, 'named'>) {}

  /** Returns the rules of a bot, and how it is addressed. */
  of(bot: NamedBot): { addressed: Addressed; set: RuleSet } {
    const { addressed, groups } = rulesFor(this.text, productTokens(bot));
    const set = this.byGroups.get(groups) ?? this.setOf(groups);
    this.byGroups.set(groups, set);
    return { addressed, set };
  }

  private setOf(groups: readonly Group[]): RuleSet {
    const key = groups.map((group) => this.meaning(group)).join();
    const isCut = groups.some((group) => group.isCut);
    const extent = isCut ? 'part' : extentOf(groups);
    const set = this.byMeaning.get(key) ?? { extent, isCut, groups };
    this.byMeaning.set(key, set);
    return set;
  }

  /** Returns a number that groups with equal rules share. */
  private meaning(group: Group): number {
    const known = this.meaningOf.get(group);
    if (known !== undefined) return known;
    const rules = group.rules.map(({ allow, pattern }) => (allow ? `+${pattern}` : `-${pattern}`));
    const text = [group.isCut, ...rules].join('\n');
    const meaning = this.meanings.get(text) ?? this.meanings.size;
    this.meanings.set(text, meaning);
    this.meaningOf.set(group, meaning);
    return meaning;
  }
}
