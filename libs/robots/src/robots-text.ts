import { runAtOnce, type Work } from './work.js';

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
  /** Whether it has rules beyond the limit, which are not in `rules`. */
  isCut: boolean;
}

/** What of a text was not read, because a limit was reached. */
export interface LeftOut {
  /** Rules beyond the limit. */
  rules: number;
  /** Lines that are longer than the limit: only their beginning was read. */
  long_lines: number;
}

/** What a robots.txt says. */
export interface RobotsText {
  groups: Group[];
  /** The groups that have a product token, in their order. */
  named: ReadonlyMap<string, readonly Group[]>;
  /** Addresses of sitemaps, as they are written. */
  sitemaps: string[];
  leftOut: LeftOut;
}

/**
 * The most rules of a text. 500 KiB, which is what Google reads, have so many if a line has 50
 * octets. Each costs memory and time beside its octets, so lines of 8 octets must not make 60,000.
 */
export const MOST_RULES = 10_000;
/** The parser of Google reads so much of a line: eight of the longest addresses of browsers. */
export const LONGEST_LINE = 2_083 * 8 - 1;

const BYTE_ORDER_MARK = /^\uFEFF/;
/** A colon is forgotten where just one word follows the name of the field. */
const FORGOTTEN_COLON = /^(\S+)[ \t]+(\S+)$/;
const ALL_BOTS = /^\*(?:\s|$)/;
/** RFC 9309 has letters, `-` and `_`. Many bots have digits in their names. */
const PRODUCT_TOKEN = /^[\w-]+/;

/**
 * Reads a robots.txt as RFC 9309 says. There is no text that cannot be read: lines that mean nothing
 * are left out, and so are rules before the first group.
 */
export const readRobots = (text: string): RobotsText => runAtOnce(readingRobots(text));

/** The same, with pauses between lines. */
export function* readingRobots(text: string): Work<RobotsText> {
  const reader = new Reader();
  let line = 0;
  for (const whole of linesOf(text.replace(BYTE_ORDER_MARK, ''))) {
    reader.take(whole, (line += 1));
    if (line % LINES_AT_ONCE === 0) yield;
  }
  return reader.read;
}

/** Reading so many lines takes about a tenth of a millisecond. */
const LINES_AT_ONCE = 500;

function* linesOf(text: string): Generator<string> {
  const next = (end: string, from: number) => {
    const at = text.indexOf(end, from);
    return at < 0 ? text.length : at;
  };
  let feed = next('\n', 0);
  let carriage = next('\r', 0);
  for (let from = 0; from <= text.length;) {
    // Each is looked for once, also where a text has only one of them.
    if (feed < from) feed = next('\n', from);
    if (carriage < from) carriage = next('\r', from);
    const end = Math.min(feed, carriage);
    yield text.slice(from, end);
    from = end + (feed === carriage + 1 ? 2 : 1);
  }
}

class Reader {
  private readonly groups: Group[] = [];
  private readonly named = new Map<string, Group[]>();
  private readonly sitemaps: string[] = [];
  private readonly leftOut: LeftOut = { rules: 0, long_lines: 0 };
  private rules = 0;

  get read(): RobotsText {
    const { groups, named, sitemaps, leftOut } = this;
    return { groups, named, sitemaps, leftOut };
  }

  take(whole: string, line: number): void {
    if (whole === '') return;
    const [field, value] = fieldOf(whole.slice(0, LONGEST_LINE));
    if (field === 'user-agent') this.takeToken(tokenOf(value));
    else if (field === 'allow' || field === 'disallow')
      this.takeRule({ allow: field === 'allow', pattern: value, line });
    else if (field === 'sitemap' && value !== '') this.sitemaps.push(value);
    else return;
    if (whole.length > LONGEST_LINE) this.leftOut.long_lines += 1;
  }

  private takeToken(token: string | undefined): void {
    let group = this.groups.at(-1);
    // A line of another kind, such as a sitemap, ends no group. A rule does.
    if (!group || group.rules.length > 0 || group.isCut)
      this.groups.push((group = { tokens: [], rules: [], isCut: false }));
    if (token === undefined) return;
    const named = this.named.get(token) ?? [];
    this.named.set(token, named);
    if (named.at(-1) === group) return;
    named.push(group);
    group.tokens.push(token);
  }

  private takeRule(rule: Rule): void {
    const group = this.groups.at(-1);
    if (!group) return;
    if (this.rules < MOST_RULES) {
      this.rules += 1;
      group.rules.push(rule);
    } else {
      group.isCut = true;
      this.leftOut.rules += 1;
    }
  }
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
function tokenOf(value: string): string | undefined {
  if (ALL_BOTS.test(value)) return '*';
  return PRODUCT_TOKEN.exec(value)?.[0].toLowerCase();
}
