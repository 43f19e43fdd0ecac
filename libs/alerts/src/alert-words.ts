import type { OfBots, Rule } from './rule.js';

/** Says in one sentence what an alert asks to be told. */
export function alertInWords(rule: Rule): string {
  switch (rule.kind) {
    case 'new_bot':
      return rule.categories
        ? `A bot of the ${rule.categories.length === 1 ? 'category' : 'categories'} ${list(rule.categories)} comes for the first time.`
        : 'An AI bot comes for the first time.';
    case 'unusual_visits': {
      const { direction, least } = rule;
      const how = { above: 'more', below: 'fewer', both: 'more or fewer' }[direction];
      return `Visits of ${who(rule)} are ${how} than in the same hours of the last four weeks, and at least ${least} came or were usual.`;
    }
    case 'errors': {
      const { path, statuses, share, least } = rule;
      const what = statuses ? `the status ${statuses}` : 'an error';
      const where = path ? ` on ${path}` : '';
      return `At least ${percent(share)} of the visits of ${who(rule)}${where}, which must be at least ${least}, get ${what}.`;
    }
    case 'spoofed':
      return `At least ${rule.least} visits in the name of ${rule.bot ?? 'bots'} come from other addresses within about four hours.`;
    case 'feed_silent':
      return `${feed(rule.feed)} brings nothing for longer than usual.`;
    case 'feed_rejects':
      return `${feed(rule.feed)} rejects ${percent(rule.share)} of its records, and at least ${rule.least}, within about four hours.`;
    case 'dead_entries':
      return `At least ${rule.least} log ${rule.least === 1 ? 'entry' : 'entries'} could not be stored within 24 hours.`;
    case 'coverage_below':
      return `Within 30 days, ${who(rule)} read less than ${percent(rule.share)} of the pages that should be read, which must be at least ${rule.least}.`;
    case 'automation_above':
      return `Within 24 hours, undeclared automation makes at least ${percent(rule.share)} of the visits of browsers that are judged, and at least ${rule.least} of them.`;
    case 'fleet_begun':
      return `A fleet has begun: one agent of undeclared automation makes at least ${rule.least} visits in a day, from at least ${rule.addresses} addresses.`;
    case 'brute_force':
      return `Brute force: undeclared automation makes at least ${rule.least} visits in a day to one page, which it writes to, or asks for in vain, again and again.`;
    case 'robots_disobeyed':
      return `${one(rule)} makes at least ${rule.least} ${rule.least === 1 ? 'visit' : 'visits'} in a day to pages that robots.txt does not allow to it.`;
  }
}

function who({ bot, category }: OfBots): string {
  if (bot !== null) return bot;
  return category !== null ? `bots of the category ${category}` : 'AI bots';
}

function one({ bot, category }: OfBots): string {
  if (bot !== null) return bot;
  return category !== null ? `A bot of the category ${category}` : 'An AI bot';
}

const feed = (name: string | null): string =>
  name === null ? 'A log source' : `The log source ${name}`;
const list = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' or $1');
const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;
