/** A line that allows or forbids paths. */
export interface Rule {
  allow: boolean;
  /** As it is written, without comment and white space around it. */
  pattern: string;
  /** Number of the line, from 1. */
  line: number;
}

/** Rules, and for whom they are. */
export interface Group {
  /** Product tokens in lower case; `*` stands for all bots that no other group names. */
  tokens: string[];
  rules: Rule[];
}

/** What a robots.txt says. */
export interface RobotsText {
  groups: Group[];
  /** Addresses of sitemaps, as they are written. */
  sitemaps: string[];
}

/** The parser of Google reads so much of a line: eight of the longest addresses of browsers. */
const LONGEST_LINE = 2_083 * 8 - 1;

const BYTE_ORDER_MARK = /^\uFEFF/;
const LINE_ENDS = /\r\n|\r|\n/;
/** A colon is forgotten where just one word follows the name of the field. */
const FORGOTTEN_COLON = /^(\S+)[ \t]+(\S+)$/;
const ALL_BOTS = /^\*(?:\s|$)/;
/** RFC 9309 has letters, `-` and `_`. Many bots have digits in their names. */
const PRODUCT_TOKEN = /^[\w-]+/;

/**
 * Reads a robots.txt as RFC 9309 says. There is no text that cannot be read: lines that mean nothing
 * are left out, and so are rules before the first group.
 */
export function readRobots(text: string): RobotsText {
  const read: RobotsText = { groups: [], sitemaps: [] };
  let group: Group | undefined;
  for (const [at, whole] of text.replace(BYTE_ORDER_MARK, '').split(LINE_ENDS).entries()) {
    const [field, value] = fieldOf(whole.slice(0, LONGEST_LINE));
    if (field === 'user-agent') {
      // A line of another kind, such as a sitemap, ends no group. A rule does.
      if (!group || group.rules.length > 0) read.groups.push((group = { tokens: [], rules: [] }));
      group.tokens.push(...tokenOf(value));
    } else if (field === 'allow' || field === 'disallow') {
      group?.rules.push({ allow: field === 'allow', pattern: value, line: at + 1 });
    } else if (field === 'sitemap' && value !== '') {
      read.sitemaps.push(value);
    }
  }
  return read;
}

/** Returns the name of the field in lower case, and its value. */
function fieldOf(line: string): [field: string, value: string] {
  const content = line.split('#', 1)[0]!.trim();
  const colon = content.indexOf(':');
  if (colon >= 0)
    return [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
  const [, field = '', value = ''] = FORGOTTEN_COLON.exec(content) ?? [];
  return [field.toLowerCase(), value];
}

/** Returns for whom a group is. What follows the token, such as a version, says nothing. */
function tokenOf(value: string): string[] {
  if (ALL_BOTS.test(value)) return ['*'];
  const [token] = PRODUCT_TOKEN.exec(value) ?? [];
  return token === undefined ? [] : [token.toLowerCase()];
}
