// Whether a verdict says the same as a collection, which has words of its own.
import { BOT_CATEGORIES, type BotCategory, isAiCategory } from '@app/contracts';

/** Forms of companies, and words that say nothing about which organisation is meant. */
const FORMS =
  /^(?:inc|incorporated|ltd|limited|llc|llp|lp|gmbh|corp|corporation|co|company|sa|sas|sarl|s|r|l|bv|nv|ag|oy|ab|as|aps|pty|plc|kg|ug|srl|spa|ooo|the|group|holdings?|technolog(?:y|ies)|software|com|net|org|io|ai|de|eu|www)$/;
/** One organisation under two names. */
const ALSO: ReadonlyMap<string, string> = new Map([
  ['facebook', 'meta'],
  ['twitter', 'x'],
]);
const KIND = /(?:bots?|crawler|spider|agent)$/;

function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !FORMS.test(word))
    .map((word) => ALSO.get(word) ?? word);
}

/** Tells whether a collection knows who runs the bot. */
export function tellsOperator(operator: string | undefined): operator is string {
  return operator !== undefined && words(operator).length > 0 && !/^unknown\b/i.test(operator);
}

/** Compares names of organisations: `Google Inc.` is `Google`, `apple.com` is `Apple`. */
export function sameOrganisation(one: string, other: string): boolean {
  const [a, b] = [words(one), words(other)];
  if (a.length === 0 || b.length === 0) return false;
  return a[0] === b[0] || contains(a.join(''), b.join(''));
}

/** Compares names of bots: `msn-crawler` is `msnbot`. */
export function sameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) =>
    words(name)
      .map((word) => word.replace(KIND, ''))
      .join(''),
  );
  return a !== undefined && b !== undefined && contains(a, b);
}

function contains(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length);
  return short === long ? short !== '' : short.length >= 4 && long.includes(short);
}

/**
 * What a word of a collection means here. Words that are no category (`google`, `crawler`, `tool`)
 * are missing, and a sample with no other word does not count.
 */
const MEANINGS: readonly (readonly [word: RegExp, categories: readonly BotCategory[]])[] = [
  [/^(?:training|ai[ _-]training)$/, ['ai_training']],
  [/^(?:user-fetch|ai[ _-]assistant)$/, ['ai_assistant']],
  [/^(?:search-index|ai[ _-]search)$/, ['ai_search']],
  [/^(?:agent|coding-agent|ai[ _-]agent)$/, ['ai_agent']],
  [/^(?:data-scraper|ai[ _-]data[ _-](?:provider|scraper))/, ['ai_data_provider']],
  [/^(?:ai|ai[ _-]crawler)$/, BOT_CATEGORIES.filter(isAiCategory)],
  [/^search[ _-]?(?:engine|bot)(?:[ _-]crawler)?$/, ['search_engine']],
  [/^(?:seo|optimizer|search engine optimi[sz]ation)$/, ['seo']],
  [/^(?:social|preview|social[ _-]preview|page preview)$/, ['social_preview']],
  [/^feed[ _-]?(?:fetcher|reader)$/, ['feed_fetcher']],
  [/^(?:monitor|monitoring|monitoring & analytics|site monitor)$/, ['monitoring']],
  [/^(?:advertising|ads-check|advertising & marketing)$/, ['advertising']],
  [/^archiv(?:e|er)$/, ['archiver']],
  [/^academic(?: research)?$/, ['academic']],
  [/^(?:security(?:[ _-]scanner)?|scanner|security checker)$/, ['security_scanner']],
  [/^aggregator$/, ['aggregator']],
  [/^webhooks?$/, ['webhook']],
  [/^(?:programmatic|http-library|http_client)$/, ['http_client']],
  [/^(?:browser-automation|headless_browser)$/, ['headless_browser']],
];

/** Returns our categories that agree with a collection; none if the collection does not tell. */
export function categoriesOf(category: string | undefined): ReadonlySet<BotCategory> {
  const found = (category ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((word) => MEANINGS.find(([known]) => known.test(word.trim()))?.[1] ?? []);
  return new Set(found);
}
