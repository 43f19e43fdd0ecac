// What is counted, of user agents or of requests.
import { classify, type ReasonedVerdict, reportedBot } from '@app/classification';
import { type BotCategory, isAiCategory } from '@app/contracts';
import { isbot } from 'isbot';
import { decadeOf } from './decade.js';
import { categoriesOf, sameName, sameOrganisation, tellsOperator } from './same.js';
import type { Log, Sample } from './samples.js';
import { percent, share } from './tables.js';

/** Rows with smaller ids name no bot; a rule recognises them. A bot may name itself. */
const FIRST_NAMED_ID = 10;

/** The bot of a verdict as reports show it, or undefined for a person. */
export interface JudgedBot {
  readonly name: string;
  readonly provider: string;
  readonly category: BotCategory;
  readonly named: boolean;
}

export function judgedBot(verdict: ReasonedVerdict): JudgedBot | undefined {
  const bot = reportedBot(verdict);
  if (verdict.kind === 'human' || bot === undefined) return undefined;
  return { ...bot, named: bot.declared || verdict.bot.id >= FIRST_NAMED_ID };
}

export function nameOf(userAgent: string): string {
  return judgedBot(classify(userAgent))?.name ?? 'human';
}

/** Counts how many of those that are asked have a property. */
class Share {
  part = 0;
  all = 0;
  add(has: boolean, times = 1): void {
    this.all += times;
    if (has) this.part += times;
  }
  toString = () => share(this.part, this.all);
}

export const BOT_COLUMNS = [
  ...['set', 'user agents', 'found', 'isbot', 'named', 'right name', 'right provider'],
  ...['name or provider', 'right category', 'AI known', 'others called AI'],
];

/** One line about the bots of a collection. What the collection does not tell is not counted. */
export function botFigures(set: string, samples: readonly Sample[]): (string | number)[] {
  const [found, byIsbot, named, name] = [new Share(), new Share(), new Share(), new Share()];
  const [provider, either, category] = [new Share(), new Share(), new Share()];
  const [ai, falseAi] = [new Share(), new Share()];
  for (const sample of samples) {
    const bot = judgedBot(classify(sample.ua));
    found.add(bot !== undefined);
    byIsbot.add(isbot(sample.ua));
    named.add(bot?.named === true);
    const knowsName = sample.name !== undefined;
    const knowsProvider = tellsOperator(sample.operator);
    const rightName = knowsName && bot?.named === true && sameName(sample.name, bot.name);
    const rightProvider =
      knowsProvider && bot !== undefined && sameOrganisation(sample.operator, bot.provider);
    if (knowsName) name.add(rightName);
    if (knowsProvider) provider.add(rightProvider);
    if (knowsName || knowsProvider) {
      const byName = knowsName && bot !== undefined && sameName(sample.name, bot.provider);
      either.add(rightName || rightProvider || byName);
    }
    const wanted = categoriesOf(sample.category);
    if (wanted.size === 0) continue;
    category.add(bot !== undefined && wanted.has(bot.category));
    const isAi = bot !== undefined && isAiCategory(bot.category);
    if ([...wanted].some(isAiCategory)) ai.add(isAi);
    else falseAi.add(isAi);
  }
  const shares = [found, byIsbot, named, name, provider, either, category, ai, falseAi];
  return [set, samples.length, ...shares.map(String)];
}

export const CATEGORY_COLUMNS = ['set', 'category in the set', 'category here', 'user agents'];

/** Rarer differences are one row. */
const FEWEST_SHOWN = 3;

/**
 * A line for each pair of categories in which a collection and we differ, the most frequent first.
 * It says who differs, and not who is right.
 */
export function categoryFigures(set: string, samples: readonly Sample[]): (string | number)[][] {
  const counts = new Map<string, number>();
  for (const { ua, category = '' } of samples) {
    const wanted = categoriesOf(category);
    const bot = judgedBot(classify(ua));
    if (wanted.size === 0 || (bot && wanted.has(bot.category))) continue;
    const pair = `${category}\t${bot?.category ?? 'human'}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, one], [, other]) => other - one);
  const shown = rows.filter(([, times]) => times >= FEWEST_SHOWN);
  const rest = rows.slice(shown.length).reduce((sum, [, times]) => sum + times, 0);
  return [
    ...shown.map(([pair, times]) => [set, ...pair.split('\t'), times]),
    ...(rest > 0 ? [[set, 'others', 'others', rest]] : []),
  ];
}

export const PEOPLE_COLUMNS = ['set', 'kind', 'user agents', 'taken for bots', 'isbot'];

/** What a person's user agent is: a browser, by its decade, or an app. */
const kindOf = ({ ua }: Sample) =>
  /^(?:Mozilla|Opera)\//.test(ua) ? `browser, ${decadeOf(ua)}` : 'app';

/** A line for each kind of people of a collection, and one for all browsers together. */
export function peopleFigures(set: string, samples: readonly Sample[]): (string | number)[][] {
  const kinds = new Map<string, { ours: Share; isbot: Share }>();
  const add = (kind: string, ours: boolean, peer: boolean) => {
    const shares = kinds.get(kind) ?? { ours: new Share(), isbot: new Share() };
    shares.ours.add(ours);
    shares.isbot.add(peer);
    kinds.set(kind, shares);
  };
  for (const sample of samples) {
    const [ours, peer] = [classify(sample.ua).kind !== 'human', isbot(sample.ua)];
    const kind = kindOf(sample);
    add(kind, ours, peer);
    if (kind !== 'app') add('browsers', ours, peer);
  }
  return [...kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { ours, isbot: peer }]) => [set, kind, ours.all, String(ours), String(peer)]);
}

export const LOG_COLUMNS = [
  ...['log', 'counted', 'all', 'bots', 'AI bots', 'disguised', 'bots with a name'],
  ...['declared with a name', 'labelled bots found', 'labelled people taken for bots'],
  ...["isbot's bots found"],
];

/**
 * Two lines about a log: by user agent and by request. A bot is declared if it has a user agent and
 * no malformed browser. Labels are those of the log's lines, or of the same user agents elsewhere.
 */
export function logFigures(
  { file, agents }: Log,
  labels: ReadonlyMap<string, Sample['label']>,
): (string | number)[][] {
  return (['user agents', 'requests'] as const).map((counted) => {
    const shares = Array.from({ length: 8 }, () => new Share());
    const [bots, ai, disguised, named, declared, found, people, peers] = shares as SharesOfALog;
    for (const [userAgent, { requests, label = labels.get(userAgent) }] of agents) {
      const times = counted === 'requests' ? requests : 1;
      const bot = judgedBot(classify(userAgent));
      bots.add(bot !== undefined, times);
      ai.add(bot !== undefined && isAiCategory(bot.category), times);
      disguised.add(bot?.category === 'disguised', times);
      if (bot) named.add(bot.named, times);
      if (bot && bot.category !== 'disguised' && !NO_AGENT.test(userAgent)) {
        declared.add(bot.named, times);
      }
      if (label === 'bot') found.add(bot !== undefined, times);
      if (label === 'human') people.add(bot !== undefined, times);
      if (isbot(userAgent)) peers.add(bot !== undefined, times);
    }
    const [all, ...rest] = [bots.all, percent(bots.part, bots.all), percent(ai.part, ai.all)];
    const malformed = percent(disguised.part, disguised.all);
    const labelled = [named, declared, found, people, peers].map(String);
    return [file, counted, all, ...rest, malformed, ...labelled];
  });
}

type SharesOfALog = [Share, Share, Share, Share, Share, Share, Share, Share];
const NO_AGENT = /^\s*-?\s*$/;
