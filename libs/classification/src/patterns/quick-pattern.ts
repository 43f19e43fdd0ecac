import { alternativesOf } from './pattern-source.js';
import { isEverywhere } from './common-text.js';
import { requiredTexts, type RequiredTexts } from './required-texts.js';
import { mayMatch, newNumber, readText, watch } from './watched-texts.js';

/** A pattern that may be tried only where the texts stand that it cannot match without. */
interface QuickPattern {
  readonly pattern: RegExp;
  /** What `watch` returned for its texts, or `ALWAYS` if none are known. */
  readonly watched: number;
}

const ALWAYS = -1;

function quickPattern(pattern: RegExp, group: number): QuickPattern {
  const texts = usefulTexts(pattern.source);
  return { pattern, watched: texts === undefined ? ALWAYS : watch(texts, group) };
}

const readBefore = new Map<string, RequiredTexts>();

/** Texts that nearly every user agent has do not tell whether a pattern can match. */
function usefulTexts(source: string): RequiredTexts {
  if (readBefore.has(source)) return readBefore.get(source);
  const texts = requiredTexts(source);
  const useful = texts?.some(isEverywhere) ? undefined : texts;
  readBefore.set(source, useful);
  return useful;
}

/** Patterns of which the first one that matches counts, each with what it is for. */
export interface PatternTable<Meaning> {
  readonly patterns: readonly RegExp[];
  readonly meanings: readonly Meaning[];
  /** What `watch` returned for each pattern, or `ALWAYS`. */
  readonly watched: Int32Array;
}

export function patternTable<Meaning>(
  rows: readonly (readonly [pattern: RegExp, meaning: Meaning])[],
): PatternTable<Meaning> {
  const group = newNumber();
  return {
    patterns: rows.map(([pattern]) => pattern),
    meanings: rows.map(([, meaning]) => meaning),
    watched: Int32Array.from(rows, ([pattern]) => quickPattern(pattern, group).watched),
  };
}

/** Returns what the first pattern of the table that matches is for, and its match. */
export function firstMatch<Meaning>(
  { patterns, meanings, watched }: PatternTable<Meaning>,
  text: string,
): { readonly match: RegExpExecArray; readonly meaning: Meaning } | undefined {
  readText(text);
  for (let place = 0; place < watched.length; place++) {
    const number = watched[place] ?? ALWAYS;
    if (number !== ALWAYS && !mayMatch(number)) continue;
    const match = patterns[place]?.exec(text);
    if (match) return { match, meaning: meanings[place] as Meaning };
  }
  return undefined;
}

/** Tells which of several patterns is the first to match a text, by its place; -1 if none does. */
export type FirstOf = (text: string) => number;

/** A pattern, of which only those alternatives are tried that can match. */
interface CutPattern {
  readonly group: number;
  readonly sometimes: readonly QuickPattern[];
  readonly always: RegExp | undefined;
}

/** Reads the patterns that nobody has asked for yet. */
let unread: (() => void)[] = [];

/**
 * Returns the function that finds the first of several patterns that matches a text. It tries only
 * those alternatives of each that can match. The result is that of the patterns, whatever the text.
 *
 * The patterns are read when a text is there for the first time, because many programs load this
 * library for its registry, and judge nobody. All are read then, because the texts that are watched
 * for must be put in order again whenever one is added.
 */
export function firstOf(patterns: readonly RegExp[]): FirstOf {
  let cut: readonly CutPattern[] = [];
  unread.push(() => {
    cut = patterns.map(cutPattern);
  });
  return (text) => {
    if (unread.length > 0) readPatterns();
    readText(text);
    for (let place = 0; place < cut.length; place++) {
      if (matches(cut[place] as CutPattern, text)) return place;
    }
    return -1;
  };
}

function readPatterns(): void {
  const all = unread;
  unread = [];
  for (const read of all) read();
}

/** Returns `pattern.test`, which tries only those alternatives of the pattern that can match. */
export function quickTest(pattern: RegExp): (text: string) => boolean {
  const first = firstOf([pattern]);
  return (text) => first(text) === 0;
}

function matches({ group, sometimes, always }: CutPattern, text: string): boolean {
  if (mayMatch(group)) {
    for (const { pattern, watched } of sometimes) {
      if (mayMatch(watched) && pattern.test(text)) return true;
    }
  }
  return always !== undefined && always.test(text);
}

function cutPattern(pattern: RegExp): CutPattern {
  const group = newNumber();
  const alternatives = alternativesIn(pattern).map((one) => quickPattern(one, group));
  const sometimes = alternatives.filter(({ watched }) => watched !== ALWAYS);
  const always = alternatives.find(({ watched }) => watched === ALWAYS)?.pattern;
  return { group, sometimes, always };
}

const REFERENCE = /\\[1-9k]/;

/** Alternatives that may match any text are one pattern. So are all if they refer to a group. */
function alternativesIn(pattern: RegExp): RegExp[] {
  const { source, flags } = pattern;
  if (REFERENCE.test(source)) return [pattern];
  const [always, quick]: [string[], string[]] = [[], []];
  for (const alternative of alternativesOf(source)) {
    (usefulTexts(alternative) === undefined ? always : quick).push(alternative);
  }
  const groups = always.length === 0 ? quick : [...quick, always.join('|')];
  return groups.map((alternative) => new RegExp(alternative, flags));
}
