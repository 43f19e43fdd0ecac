import { isCommon, isEverywhere } from './common-text.js';
import { alternativesOf, charactersOf, endOfAtom, inside, isZeroWidth } from './pattern-source.js';

/** A text is worth looking for from this length on. */
const SHORTEST = 3;
/** So many texts of one place in a pattern are told apart, such as `tm0` to `tm9` of `tm\d`. */
const MOST_TEXTS = 64;

const COMMON_COSTS = 100;
const EVERYWHERE_COSTS = 1_000;

/** Texts of which every match contains at least one, or undefined if no such texts are known. */
export type RequiredTexts = readonly string[] | undefined;

type Texts = readonly string[];

interface Part {
  /** All texts that the part can match, if they are few. */
  readonly exact: Texts | undefined;
  /** Texts of which every match begins with one, and ends with one. There may be an empty one. */
  readonly begins: Texts;
  readonly ends: Texts;
  readonly required: RequiredTexts;
}

const ANYTHING: Texts = [''];

/**
 * Reads from the source of a pattern which texts it cannot match without. `bots?\b|crawl(?:er)?`
 * requires `bot` or `crawl`. Upper and lower case are not told apart.
 */
export function requiredTexts(source: string): RequiredTexts {
  return partOf(source).required;
}

function partOf(source: string): Part {
  const parts = alternativesOf(source).map(partOfSequence);
  const exact = parts.every((part) => part.exact !== undefined)
    ? few(parts.flatMap((part) => part.exact ?? []))
    : undefined;
  const required = parts.every((part) => part.required !== undefined)
    ? parts.flatMap((part) => part.required ?? [])
    : undefined;
  return {
    exact,
    begins: few(parts.flatMap((part) => part.begins)) ?? ANYTHING,
    ends: few(parts.flatMap((part) => part.ends)) ?? ANYTHING,
    required,
  };
}

function partOfSequence(sequence: string): Part {
  let best: RequiredTexts;
  let begins: Texts | undefined;
  // The texts that can stand from the last place on where anything could.
  let texts: Texts = [''];
  const endTexts = () => {
    begins ??= texts;
    if (texts.every((text) => text.length >= SHORTEST)) best = better(best, texts);
  };
  for (let index = 0; index < sequence.length;) {
    const end = endOfAtom(sequence, index);
    const atom = sequence.slice(index, end);
    const { least, most, next } = quantifierAt(sequence, end);
    index = next;
    if (isZeroWidth(atom)) continue;
    const part = partOfAtom(atom);
    if (least > 0) best = better(best, part.required);
    const exact = part.exact && repeated(part.exact, least, most);
    const longer = exact && few(behind(texts, exact));
    if (longer !== undefined) {
      texts = longer;
      continue;
    }
    const isThere = least > 0;
    texts = (isThere && few(behind(texts, part.begins))) || texts;
    endTexts();
    texts = exact ?? (isThere ? part.ends : ANYTHING);
  }
  const exact = begins === undefined ? texts : undefined;
  endTexts();
  return { exact, begins: begins ?? texts, ends: texts, required: best };
}

function behind(texts: Texts, rest: Texts): string[] {
  return texts.flatMap((text) => rest.map((more) => text + more));
}

function partOfAtom(atom: string): Part {
  if (atom.startsWith('(')) return partOf(inside(atom));
  const exact = charactersOf(atom);
  const some = exact ?? ANYTHING;
  return { exact, begins: some, ends: some, required: undefined };
}

const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

/** Returns how often an atom comes at least and at most, and where the next one begins. */
function quantifierAt(sequence: string, index: number) {
  QUANTIFIER.lastIndex = index;
  const found = QUANTIFIER.exec(sequence);
  if (found === null) return { least: 1, most: 1, next: index };
  const [all, sign, from, comma, to] = found;
  const next = index + all.length;
  if (sign !== undefined) {
    return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity, next };
  }
  const most = comma === undefined ? Number(from) : to === '' ? Infinity : Number(to);
  return { least: Number(from), most, next };
}

/** Returns the texts when they come several times, or undefined if these are many. */
function repeated(
  texts: readonly string[],
  least: number,
  most: number,
): readonly string[] | undefined {
  if (most > 4) return undefined;
  let all: readonly string[] = least === 0 ? [''] : [];
  let current: readonly string[] | undefined = [''];
  for (let times = 1; times <= most; times++) {
    current = current && few(current.flatMap((text) => texts.map((more) => text + more)));
    if (current === undefined) return undefined;
    if (times >= least) all = [...all, ...current];
  }
  return few(all);
}

function few(texts: readonly string[]): readonly string[] | undefined {
  const distinct = new Set(texts);
  return distinct.size <= MOST_TEXTS ? [...distinct] : undefined;
}

/** Texts are better when none is common, when the shortest is longer, and when there are fewer. */
function better(one: RequiredTexts, other: RequiredTexts): RequiredTexts {
  if (one === undefined || other === undefined) return one ?? other;
  return worth(other) > worth(one) ? other : one;
}

function worth(texts: readonly string[]): number {
  const shortest = Math.min(...texts.map((text) => text.length));
  const costs = texts.some(isEverywhere)
    ? EVERYWHERE_COSTS
    : texts.some(isCommon)
      ? COMMON_COSTS
      : 0;
  return 2 * shortest - Math.log2(texts.length) - costs;
}
