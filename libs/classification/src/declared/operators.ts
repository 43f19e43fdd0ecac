import { type BotCategory, isAiCategory, parseUrl } from '@app/contracts';
import type { RegisteredBot } from '../registry/registered-bot.js';
import { declaredDomain } from './declared-address.js';
import { nameKey } from './name-key.js';
import { SAYS_NOTHING } from './no-names.js';
import { registrableDomain } from './registrable-domain.js';

/** The operators of the registry, by what a bot that no row names may say of itself. */
export interface Operators {
  /**
   * Returns the operator whose domain this is or, where the user agent shows no domain, with whose
   * name the declared name begins. Returns undefined if it is none of the registry.
   */
  of(name: string, domain: string | undefined): string | undefined;
  /** Whether this is an operator of the registry. */
  has(provider: string): boolean;
  /**
   * Returns what the next bot of the operator is taken for: the category that all its bots have,
   * `ai_unidentified` if they are for AI in several ways, or undefined if they do not agree or there
   * is only one.
   */
  categoryOf(provider: string): BotCategory | undefined;
}

/** Anybody runs these programs, and names them: what they are called tells nothing of an operator. */
const TOOLS: ReadonlySet<BotCategory> = new Set(['http_client', 'headless_browser']);
const NOBODY = 'Unknown';
/** What an operator is called when names may begin with it: no sentence, and no list of two. */
const PLAIN_NAME = /^[a-z\d][\w .-]*$/i;
/** A shorter beginning is that of many names. */
const SHORTEST_BEGINNING = 3;
/** One bot does not say what the next one is for. */
const FEWEST_BOTS = 2;

/** Returns the operators of a registry. */
export function operatorsOf(registry: readonly RegisteredBot[]): Operators {
  const rows = registry.filter(({ provider }) => provider !== NOBODY);
  const providers = new Set(rows.map(({ provider }) => provider));
  const beginnings = beginningsOf(rows);
  const domains = domainsOf(registry);
  const categories = categoriesOf(rows);
  return {
    of: (name, domain) =>
      domain === undefined ? beginningOf(nameKey(name), beginnings) : domains.get(domain),
    has: (provider) => providers.has(provider),
    categoryOf: (provider) => categories.get(provider),
  };
}

/** Returns the operator of the longest beginning that ends before a joint of the key. */
function beginningOf(key: string, beginnings: ReadonlyMap<string, string>): string | undefined {
  for (let end = key.lastIndexOf('-'); end > 0; end = key.lastIndexOf('-', end - 1)) {
    const operator = beginnings.get(key.slice(0, end));
    if (operator !== undefined) return operator;
  }
  return undefined;
}

/**
 * Returns the operators by the key of their names. A name that bots of others begin with, too, is a
 * common word (`Uptime-Kuma` is not of Uptime), as is a word that every bot may have (`Link-…`).
 */
function beginningsOf(rows: readonly RegisteredBot[]): ReadonlyMap<string, string> {
  const beginnings = new Map<string, string>();
  const tried = new Set<string>();
  for (const { provider, category } of rows) {
    const key = nameKey(provider);
    // An operator of several bots is known by its name, also where it is a word: Apple.
    const isCommon = SAYS_NOTHING.has(key) && !tried.has(provider);
    const isSafe = PLAIN_NAME.test(provider) && key.length >= SHORTEST_BEGINNING && !isCommon;
    if (isSafe && !TOOLS.has(category)) beginnings.set(key, provider);
    tried.add(provider);
  }
  for (const { name, provider } of rows) {
    const key = nameKey(name);
    const operator = beginningOf(key, beginnings);
    if (operator !== undefined && operator !== provider) beginnings.delete(nameKey(operator));
  }
  return beginnings;
}

/** What rows say of a domain. */
interface Mention {
  providers: Set<string>;
  /** How many rows have their page there. */
  pages: number;
  /** Whether the domain is called like the operator, or like a bot of it. */
  isOwn: boolean;
}

/**
 * Returns the operators by their domains. A domain is an operator's when it is called like the
 * operator or a bot of it, or when several of its bots have their pages there; and only if no row of
 * somebody else mentions it. So shops of software, short links and directories belong to nobody.
 */
function domainsOf(registry: readonly RegisteredBot[]): ReadonlyMap<string, string> {
  const mentions = new Map<string, Mention>();
  for (const row of registry) {
    const page = row.documentation === null ? undefined : hostsDomain(row.documentation);
    for (const domain of new Set([page, ...row.examples.map(declaredDomain)])) {
      if (domain === undefined) continue;
      const mention = mentions.get(domain) ?? { providers: new Set(), pages: 0, isOwn: false };
      mention.providers.add(row.provider);
      if (domain === page) mention.pages++;
      mention.isOwn ||= [row.provider, ...(domain === page ? [row.name] : [])].some((name) =>
        isCalledLike(domain, name),
      );
      mentions.set(domain, mention);
    }
  }
  const domains = new Map<string, string>();
  for (const [domain, { providers, pages, isOwn }] of mentions) {
    const [provider = NOBODY] = providers;
    if (providers.size === 1 && provider !== NOBODY && (isOwn || pages > 1)) {
      domains.set(domain, provider);
    }
  }
  return domains;
}

function hostsDomain(address: string): string | undefined {
  return registrableDomain(parseUrl(address)?.hostname ?? '');
}

/** `anthropic.com` is called like Anthropic, and `ahrefs.com` like AhrefsBot. */
function isCalledLike(domain: string, name: string): boolean {
  const label = lettersOf(domain.slice(0, domain.indexOf('.')));
  const word = lettersOf(name);
  if (Math.min(label.length, word.length) < SHORTEST_BEGINNING) return label === word;
  return word.includes(label) || label.includes(word);
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');

/** Returns what the bots of an operator are all for, of operators where they agree. */
function categoriesOf(rows: readonly RegisteredBot[]): ReadonlyMap<string, BotCategory> {
  const bots = new Map<string, BotCategory[]>();
  for (const { provider, category } of rows) {
    bots.set(provider, [...(bots.get(provider) ?? []), category]);
  }
  const agreed = new Map<string, BotCategory>();
  for (const [provider, categories] of bots) {
    const category = categories.length < FEWEST_BOTS ? undefined : agreedOn(categories);
    if (category !== undefined) agreed.set(provider, category);
  }
  return agreed;
}

function agreedOn(categories: readonly BotCategory[]): BotCategory | undefined {
  const [first] = categories;
  if (categories.every((category) => category === first)) return first;
  return categories.every(isAiCategory) ? 'ai_unidentified' : undefined;
}
