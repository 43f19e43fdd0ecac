import type { NamedBot } from './product-tokens.js';
import { productTokens } from './product-tokens.js';
import type { RobotsText, Rule } from './robots-text.js';
import { type Addressed, type Extent, extentOf, rulesFor } from './rules-for.js';
import { RulesOfBot } from './rules-of-bot.js';

/** Rules that several bots may have in common. */
export interface RuleSet {
  extent: Extent;
  rules: RulesOfBot;
}

/** The rules of bots in one robots.txt. Equal rules are judged by once, whoever they are for. */
export class RuleSets {
  private readonly sets = new Map<string, RuleSet>();

  constructor(private readonly text: RobotsText) {}

  /** Returns the rules of a bot, and how it is addressed. */
  of(bot: NamedBot): { addressed: Addressed; set: RuleSet } {
    const { addressed, rules } = rulesFor(this.text, productTokens(bot));
    const key = JSON.stringify(rules.map(meaningOf));
    const set = this.sets.get(key) ?? { extent: extentOf(rules), rules: new RulesOfBot(rules) };
    this.sets.set(key, set);
    return { addressed, set };
  }
}

const meaningOf = ({ allow, pattern }: Rule) => [allow, pattern];
