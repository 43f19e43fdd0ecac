import type { Budget } from './budget.js';
import { type Group, readingRobots, type RobotsText } from './robots-text.js';
import type { TextOfDays } from './texts-of-days.js';
import type { Run, Work } from './work.js';

/** Texts that follow each other with the same rules, as one. */
export interface ReadText extends TextOfDays {
  /** Returns undefined when the text is not there any more, or a limit is reached. */
  read: () => Promise<RobotsText | undefined>;
}

export interface TextSource {
  /** Returns a text by its first day, or undefined when it was removed meanwhile. */
  contentOf: (validFrom: string) => Promise<string | undefined>;
  run: Run;
  budget: Budget;
}

/** To read a character of a text takes as long as to read so many octets of paths. */
const CHARACTER = 64;
/** Texts of so many characters together are kept after they were read; others are read again. */
const KEPT_CHARACTERS = 1_024 * 1_024;

/**
 * Reads texts one after another, and joins those that follow each other with the same rules.
 *
 * @param texts the oldest first
 * @param onRead is told of each text that could be read
 */
export async function readTexts(
  texts: readonly TextOfDays[],
  source: TextSource,
  onRead: (text: TextOfDays, read: RobotsText) => void,
): Promise<ReadText[]> {
  const joined: ReadText[] = [];
  let room = KEPT_CHARACTERS;
  let before: RobotsText | undefined;
  for (const text of texts) {
    const { read, length } = await readOne(text.valid_from, source);
    if (read) onRead(text, read);
    const isSame = before && read && (await source.run(areSame(before.groups, read.groups)));
    before = read;
    const last = joined.at(-1);
    if (isSame && last) {
      last.days = { ...last.days, to: text.days.to };
      continue;
    }
    room -= length;
    const again = async () => (await readOne(text.valid_from, source)).read;
    joined.push({ ...text, read: room < 0 ? again : () => Promise.resolve(read) });
  }
  return joined;
}

async function readOne(
  validFrom: string,
  { contentOf, run, budget }: TextSource,
): Promise<{ read: RobotsText | undefined; length: number }> {
  if (budget.limit) return { read: undefined, length: 0 };
  const content = await contentOf(validFrom);
  if (content === undefined) return { read: undefined, length: 0 };
  budget.spend(content.length * CHARACTER);
  return { read: await run(readingRobots(content)), length: content.length };
}

/** Tells whether groups say the same in the same lines. */
function* areSame(some: readonly Group[], others: readonly Group[]): Work<boolean> {
  if (some.length !== others.length) return false;
  for (const [index, { tokens, rules, isCut }] of some.entries()) {
    const other = others[index]!;
    if (isCut !== other.isCut || rules.length !== other.rules.length) return false;
    if (tokens.join() !== other.tokens.join()) return false;
    for (const [at, { allow, pattern, line }] of rules.entries()) {
      const rule = other.rules[at]!;
      if (allow !== rule.allow || pattern !== rule.pattern || line !== rule.line) return false;
      if (at % RULES_AT_ONCE === 0) yield;
    }
    yield;
  }
  return true;
}

/** To compare so many rules takes less than a tenth of a millisecond. */
const RULES_AT_ONCE = 500;
