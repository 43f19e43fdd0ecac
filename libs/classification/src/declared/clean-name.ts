import { looksRandom } from './looks-random.js';
import { ENDS_NAME, OF_OTHERS, SAYS_NOTHING } from './no-names.js';
import { registrableDomain } from './registrable-domain.js';

/** The longest declared name, in characters. */
export const LONGEST_NAME = 40;
/** What is behind this many characters belongs to no name. */
const LONGEST_TEXT = 200;
/** More words are a sentence, and no name. */
const MOST_WORDS = 5;

const LENGTH_OF_NAME = /^.{3,40}$/;
const NOT_ASCII = /[^\u0000-\u007f]/;
const UNSAFE = /[^\w .-]/;
const SAYS_BOT = /bot$|crawler$|spider$|scraper$|scanner$|fetcher$|checker$|monitor$|validator$/i;
/** `-1.0`, ` v2`, `_v2.1-beta` at the end. */
const VERSION = /(?:(?<![ ._-])[ ._-]+(?:v(?:er(?:sion)?)?[ ._]*)?|(?<=\p{Ll})V)\d[\w.-]*$/u;
const JOINTS_AT_END = /(?<![ ._-])[ ._-]+$/;
const USER_AGENT = /(?<![ _-])[ _-]*user[ _-]?agent$/i;

/**
 * Returns the name that a part of a user agent tells, or undefined if it tells none. A name has 3 to
 * 40 ASCII letters, digits, blanks and `.`, `_`, `-`, and begins and ends with a letter or digit.
 * It has no version. A host is lower case and without what stands before its domain. The name of a
 * name is itself.
 */
export function cleanName(text: string): string | undefined {
  const product = inAscii(text.slice(0, LONGEST_TEXT).split('/', 1)[0] ?? '').replace(/'/g, '');
  const safe = product.replace(/^[^a-z\d]+/i, '').split(UNSAFE, 1)[0] ?? '';
  const domain = registrableDomain(safe);
  const name = domain ?? nameOf(safe.split(' ').filter((word) => word !== ''));
  if (name !== text) return cleanName(name);
  return isName(name) ? name : undefined;
}

/** Returns letters without their accents, up to the first word that has others than ASCII then. */
function inAscii(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  const plain = text.replace(/’/g, "'").normalize('NFKD').replace(/\p{M}/gu, '');
  const other = plain.search(NOT_ASCII);
  return other === -1 ? plain : plain.slice(0, plain.lastIndexOf(' ', other) + 1);
}

function nameOf(words: readonly string[]): string {
  let known = beforeRandom(beforeOthers(words));
  if (known.length > MOST_WORDS) {
    const bot = known.findIndex((word, place) => place < MOST_WORDS && SAYS_BOT.test(word));
    known = known.slice(0, bot + 1);
  }
  while (known.join(' ').length > LONGEST_NAME) known = known.slice(0, -1);
  return withoutVersion(known.join(' '));
}

/** `Foo for Windows` is Foo. */
function beforeOthers(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word, place) => {
    const text = word.toLowerCase();
    return ENDS_NAME.has(text) || (place > 0 && OF_OTHERS.has(text));
  });
  return end === -1 ? words : words.slice(0, end);
}

function beforeRandom(words: readonly string[]): readonly string[] {
  const random = words.findIndex(looksRandom);
  return random === -1 ? words : [...words.slice(0, random), withoutRandomEnd(words[random])];
}

/** `FooBot-8f3a9c1d` is FooBot: some bots append the id of a run or of a customer. */
function withoutRandomEnd(word = ''): string {
  const parts = word.split(/(?=[._-])/);
  while (parts.length > 0 && looksRandom(parts.join(''))) parts.pop();
  return parts.join('');
}

function withoutVersion(text: string): string {
  const shorter = text
    .replace(JOINTS_AT_END, '')
    .replace(VERSION, '')
    .replace(USER_AGENT, '')
    .replace(JOINTS_AT_END, '');
  return shorter === text ? text : withoutVersion(shorter);
}

function isName(name: string): boolean {
  if (!LENGTH_OF_NAME.test(name) || !/[a-z].*[a-z]/i.test(name) || looksRandom(name)) return false;
  const words = name.toLowerCase().split(' ');
  if (words.some((word) => OF_OTHERS.has(word))) return false;
  return !words.every((word) => SAYS_NOTHING.has(word));
}
