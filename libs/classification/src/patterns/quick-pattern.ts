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

/** Tells whether a pattern can match the text that `readText` read last. */
function canMatch({ watched }: QuickPattern): boolean {
  return watched === ALWAYS || mayMatch(watched);
}

/** Patterns that stand together, and whether some of them must always be tried. */
export interface QuickPatterns {
  readonly patterns: readonly QuickPattern[];
  readonly group: number;
  readonly always: boolean;
}

export function quickPatterns(all: readonly RegExp[]): QuickPatterns {
  const group = newNumber();
  const patterns = all.map((pattern) => quickPattern(pattern, group));
  return { patterns, group, always: patterns.some(({ watched }) => watched === ALWAYS) };
}

/** Returns the patterns that can match the text that `readText` read last. */
export function thatCanMatch({ patterns, group, always }: QuickPatterns): RegExp[] | undefined {
  if (!always && !mayMatch(group)) return undefined;
  const some = patterns.filter(canMatch);
  return some.length === 0 ? undefined : some.map(({ pattern }) => pattern);
}

/**
 * Returns `pattern.test`, which tries only those alternatives of the pattern that can match. The
 * result is that of the pattern, whatever the text.
 *
 * The pattern is read when it is used for the first time, because many programs load this library
 * for its registry, and judge nobody.
 */
export function quickTest(pattern: RegExp): (text: string) => boolean {
  let test: ((text: string) => boolean) | undefined;
  return (text) => (test ??= readPattern(pattern))(text);
}

function readPattern(pattern: RegExp): (text: string) => boolean {
  const group = newNumber();
  const alternatives = alternativesIn(pattern).map((alternative) =>
    quickPattern(alternative, group),
  );
  const always = alternatives.filter(({ watched }) => watched === ALWAYS);
  const sometimes = alternatives.filter(({ watched }) => watched !== ALWAYS);
  const matches = (text: string) => (alternative: QuickPattern) =>
    canMatch(alternative) && alternative.pattern.test(text);
  return (text) => {
    readText(text);
    if (mayMatch(group) && sometimes.some(matches(text))) return true;
    return always.length > 0 && always.some(({ pattern: rest }) => rest.test(text));
  };
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
