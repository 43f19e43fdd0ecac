import { BOT_CATEGORIES } from '@app/contracts';
import { REFERRAL_SOURCES } from '../referral-source.js';
import type { RegisteredBot } from '../registry/registered-bot.js';
import { asItLooks } from './as-it-looks.js';
import { OF_OTHERS, SAYS_NOTHING } from './no-names.js';

/**
 * Must be raised with every change of what is reserved, or of what a name says about its bot.
 * Workers then judge all stored names again.
 */
export const DECLARED_NAMES_VERSION = 3;

/** Tells whether a declared name would be taken for one that is known. */
export type IsReserved = (name: string) => boolean;

/** What reports call visitors and groups of them, beside categories and rows of the registry. */
const WORDS_OF_REPORTS = [
  ...['People', 'Person', 'Persons', 'Human', 'Humans', 'Visitor', 'Visitors', 'Browsers'],
  ...['AI bot', 'AI bots', 'Other bots', 'Others', 'Other', 'All bots', 'Total', 'Everybody'],
  ...['Unknown bot', 'Unknown bots', 'Unnamed bot', 'Unidentified', 'Unverifiable', 'Declared bot'],
  ...['Verified', 'Verified bot', 'Spoofed', 'Spoofed bot', 'Vulnerability scan', 'Attack'],
];

/** Browsers of people whose names have several words; the others are in `no-names.ts`. */
const BROWSERS = [
  ...['Google Chrome', 'Mozilla Firefox', 'Apple Safari', 'Mobile Safari', 'Microsoft Edge'],
  ...['Internet Explorer', 'Opera Mini', 'Opera GX', 'Samsung Internet', 'UC Browser'],
  ...['Brave Browser', 'DuckDuckGo Browser', 'Yandex Browser', 'Android Browser', 'Chrome WebView'],
];

/** Words around a name that make no other bot of it: what it is, whose, and that it is so. */
const ADDS_NOTHING: ReadonlySet<string> = new Set(
  [
    'bot bots robot robots crawler crawlers crawl spider spiders scraper scrapers scanner scanners',
    'fetcher agent agents the a an my our your this i am not no fake',
    'official officially real genuine original verified trusted true authentic',
  ].flatMap((line) => line.split(' ')),
);

/** What is left of a name without the words around it must have so many letters. */
const SHORTEST_REST = 3;
/** Digits around a name: `GPTBot2`, `1GPTBot`. */
const DIGITS_AROUND = /^\d+|(?<!\d)\d+$/g;
/** What follows the name in a domain: `claude.ai`, `example.co.uk`. */
const ENDINGS = [/\.[a-z-]{2,24}$/i, /(?:\.[a-z-]{2,24}){2}$/i];

/**
 * Returns the function that tells whether a declared name is reserved, because it looks like one
 * of:
 *
 * - names, tokens and operators of the registry, those of `BOTS_FILE` included;
 * - categories, and what reports call visitors;
 * - AI assistants that visitors come from;
 * - browsers, systems and libraries, and words that make no name.
 *
 * Digits around the name, the ending of a domain, and words such as `The`, `bot` and `official`
 * around it make no difference.
 */
export function reservedNames(registry: readonly RegisteredBot[]): IsReserved {
  const known = looksOf([
    ...registry.flatMap(({ name, provider, tokens }) => [name, provider, ...tokens]),
    ...[...BOT_CATEGORIES, ...WORDS_OF_REPORTS, ...BROWSERS, ...OF_OTHERS],
    ...REFERRAL_SOURCES.map(({ name }) => name),
  ]);
  const words = looksOf(SAYS_NOTHING);
  return (name) => {
    if (words.has(asItLooks(name)) || known.has(asItLooks(name))) return true;
    return restsOf(name).some((rest) => {
      const look = asItLooks(rest);
      return look.length >= SHORTEST_REST && known.has(look);
    });
  };
}

function looksOf(names: Iterable<string>): ReadonlySet<string> {
  const looks = new Set(Array.from(names, asItLooks));
  looks.delete('');
  return looks;
}

/** Returns what may be meant by a name, without what may be added to it. A name has five words. */
function restsOf(name: string): string[] {
  const words = name.split(/[ _-]+/);
  const isOwn = (word: string) => !ADDS_NOTHING.has(word.toLowerCase());
  const first = words.findIndex(isOwn);
  const last = words.findLastIndex(isOwn);
  const rests: string[] = [];
  for (let from = 0; from <= first; from++) {
    for (let to = words.length; to > last; to--) rests.push(words.slice(from, to).join(' '));
  }
  return rests.flatMap((rest) => [
    ...[rest, rest.replace(DIGITS_AROUND, '')],
    ...ENDINGS.map((ending) => rest.replace(ending, '')),
  ]);
}
