import type { RegisteredBot } from './registry/registered-bot.js';

export type FindBot = (userAgent: string) => RegisteredBot | undefined;

interface Token {
  /** In lower case. */
  text: string;
  row: RegisteredBot;
}

/**
 * Compiles a registry into one function that finds the bot a user agent names.
 *
 * Tokens are looked up by their first word, so a scan costs one look-up for each word of the user
 * agent, however many rows there are. (One pattern of all tokens took 200 µs at 1,500 rows.)
 *
 * When several bots are named, the choice is:
 * 1. a bot before its vehicle: `LinkedInBot/1.0 (… Apache-HttpClient …)` is LinkedInBot, although
 *    the library's name is longer;
 * 2. the longest token, as the most specific: `Googlebot-Image` says more than `Googlebot`;
 * 3. the first in the text.
 */
export function compileTokenScan(registry: readonly RegisteredBot[]): FindBot {
  const tokensOf = tokensByFirstWord(registry);

  return (userAgent) => {
    const text = userAgent.toLowerCase();
    let best: Token | undefined;
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      for (const token of tokensOf.get(word) ?? []) {
        if (!standsAlone(text, index, token) || !counts(token.row, userAgent, index)) continue;
        if (best === undefined || saysMore(token, best)) best = token;
      }
    }
    return best?.row;
  };
}

const WORDS = /[a-z0-9]+/g;

/** A token begins with a word, so where the token stands alone that whole word stands in the text. */
function tokensByFirstWord(registry: readonly RegisteredBot[]): Map<string, Token[]> {
  const byFirstWord = new Map<string, Token[]>();
  for (const row of registry) {
    for (const text of row.tokens.map((token) => token.toLowerCase())) {
      const [firstWord = ''] = text.match(WORDS) ?? [];
      const tokens = byFirstWord.get(firstWord);
      if (tokens) tokens.push({ text, row });
      else byFirstWord.set(firstWord, [{ text, row }]);
    }
  }
  return byFirstWord;
}

/**
 * No letter or digit touches the token (a sign at its end is a border by itself), and it is no
 * comparison: `FreshRSS/1.11 (…) like Googlebot` and `SentiBot (compatible with Googlebot)` are not
 * Googlebot.
 */
function standsAlone(text: string, index: number, { text: token }: Token): boolean {
  if (!text.startsWith(token, index)) return false;
  const end = index + token.length;
  if (isWordCharacter(text.charCodeAt(end - 1)) && isWordCharacter(text.charCodeAt(end))) {
    return false;
  }
  return !text.endsWith('like ', index) && !text.endsWith('compatible with ', index);
}

function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
}

function counts(row: RegisteredBot, userAgent: string, index: number): boolean {
  if (row.startsAgent === true && index > 0) return false;
  return !(row.unless ?? []).some((word) => userAgent.includes(word));
}

function saysMore(candidate: Token, best: Token): boolean {
  const byKind = Number(isVehicle(best.row)) - Number(isVehicle(candidate.row));
  return byKind !== 0 ? byKind > 0 : candidate.text.length > best.text.length;
}

function isVehicle({ category }: RegisteredBot): boolean {
  return category === 'http_client' || category === 'headless_browser';
}
