import type { Alert } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { categoryInWords } from './categories.js';
import { partOf } from './numbers.js';

type Rule = Pick<
  Alert,
  | 'kind'
  | 'bot'
  | 'category'
  | 'categories'
  | 'path'
  | 'feed'
  | 'direction'
  | 'share'
  | 'statuses'
  | 'least'
  | 'addresses'
>;

const words = texts.alertRules;

/** Says in one sentence what an alert asks to be told. */
export const alertInWords = (rule: Rule): string => SENTENCES[rule.kind](rule);

const SENTENCES: Record<Alert['kind'], (rule: Rule) => string> = {
  new_bot: ({ categories }) =>
    categories ? words.botsOf(categories.map(categoryInWords)) : words.someBot,
  unusual_visits: (rule) =>
    words.unusual(who(rule), words.directions[rule.direction ?? 'both'], least(rule)),
  errors: (rule) => {
    const { path, statuses } = rule;
    return words.errors({ who: who(rule), path, statuses, share: share(rule), least: least(rule) });
  },
  spoofed: (rule) => words.spoofed(rule.bot, least(rule)),
  feed_silent: ({ feed }) => words.silentFeed(feed),
  feed_rejects: (rule) => words.rejects(rule.feed, share(rule), least(rule)),
  dead_entries: (rule) => words.deadEntries(least(rule)),
  coverage_below: (rule) => words.coverage(who(rule), share(rule), least(rule)),
  automation_above: (rule) => words.automation(share(rule), least(rule)),
  fleet_begun: (rule) => words.fleet(least(rule), rule.addresses ?? 0),
  brute_force: (rule) => words.bruteForce(least(rule)),
  robots_disobeyed: (rule) => words.disobeyed(one(rule), least(rule)),
};

const least = ({ least: fewest }: Rule): number => fewest ?? 0;
const share = ({ share: part }: Rule): string => partOf(part ?? 0, 1);

/** The bots that an alert is about, within a sentence: a name, those of a category, or all AI bots. */
function who({ bot, category }: Rule): string {
  if (bot !== null) return bot;
  return category === null ? words.who.all : words.who.category(categoryInWords(category));
}

/** One of them, as the begin of a sentence. */
function one({ bot, category }: Rule): string {
  if (bot !== null) return bot;
  return category === null
    ? words.who.oneOfAll
    : words.who.oneOfCategory(categoryInWords(category));
}
