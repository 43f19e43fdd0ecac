// Reads the source of a regular expression, atom by atom.

const ZERO_WIDTH = /^(?:\^|\$|\\[bB]|\(\?<?[=!])/;
const GROUP = /^\((?:\?:|\?<\w+>)?/;
/** Classes, references, and characters by their number or name. */
const UNKNOWN_ESCAPE = /^\\[DwWsSpPuxkcnrtfv\d]/;
const DIGITS = [...'0123456789'];
/** A class of more characters tells little. */
const LARGEST_CLASS = 16;

/** Splits a pattern at each `|` that stands in no group and no class. */
export function alternativesOf(source: string): string[] {
  const alternatives: string[] = [];
  let begin = 0;
  for (let index = 0; index < source.length; index = endOfAtom(source, index)) {
    if (source[index] !== '|') continue;
    alternatives.push(source.slice(begin, index));
    begin = index + 1;
  }
  return [...alternatives, source.slice(begin)];
}

/** Tells whether an atom matches a place and no character. */
export function isZeroWidth(atom: string): boolean {
  return ZERO_WIDTH.test(atom);
}

/** Returns the pattern inside a group. */
export function inside(group: string): string {
  return group.slice(GROUP.exec(group)?.[0].length ?? 1, -1);
}

/** Returns where the atom ends that begins at the index: a character, an escape, a class, a group. */
export function endOfAtom(source: string, index: number): number {
  const first = source[index];
  if (first === '\\') return index + lengthOfEscape(source.slice(index, index + 12));
  if (first === '[') {
    let end = index + 1;
    while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  if (first !== '(') return index + 1;
  let end = index + 1;
  while (end < source.length && source[end] !== ')') end = endOfAtom(source, end);
  return end + 1;
}

const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|k<\w+>|.)/is;

function lengthOfEscape(escape: string): number {
  return ESCAPE.exec(escape)?.[0].length ?? 1;
}

/** Returns the characters that an atom can be, or undefined if they are many or unknown. */
export function charactersOf(atom: string): readonly string[] | undefined {
  if (atom === '.') return undefined;
  if (atom === '\\d') return DIGITS;
  if (atom.startsWith('\\')) return UNKNOWN_ESCAPE.test(atom) ? undefined : [atom.slice(1)];
  return atom.startsWith('[') ? charactersOfClass(atom.slice(1, -1)) : [atom];
}

const CLASS_ATOM = /(\\.|[^\\])(?:-(\\.|[^\\]))?/gs;

function charactersOfClass(content: string): readonly string[] | undefined {
  if (content.startsWith('^')) return undefined;
  const characters = new Set<string>();
  for (const [, first = '', last] of content.matchAll(CLASS_ATOM)) {
    const some = charactersOf(first);
    const [from] = some ?? [];
    if (some === undefined || from === undefined) return undefined;
    if (last === undefined) some.forEach((character) => characters.add(character.toLowerCase()));
    else if (!addRange(characters, from, last.replace('\\', ''))) return undefined;
  }
  return characters.size <= LARGEST_CLASS ? [...characters] : undefined;
}

function addRange(characters: Set<string>, from: string, to: string): boolean {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
  if (last - first > LARGEST_CLASS) return false;
  for (let code = first; code <= last; code++) {
    characters.add(String.fromCharCode(code).toLowerCase());
  }
  return true;
}
