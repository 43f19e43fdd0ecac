/** Parts of names between these are looked at one by one. */
const SEPARATORS = /[ ._-]+/;

const LONG_NUMBER = /\d{6}/;
const HEX = /^(?=.*\d)[\da-f]{6,}$/i;
/** No word has so many consonants, not even in German or as an abbreviation. */
const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{8,}/i;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
/** Where a word changes between digits, capitals and small letters. A capital may begin a word. */
const PIECES = /\d+|\p{Lu}?\p{Ll}+|\p{Lu}+/gu;
/** Names of programs have pieces of three letters and more; random text changes all the time. */
const SHORTEST_MEANS: readonly (readonly [pieces: number, mean: number])[] = [
  [6, 2.8],
  [4, 2],
];

/**
 * Tells whether a text looks like an id, a hash or a key, which no two visits share. A name that
 * came with every visit anew would fill the dictionary of names.
 */
export function looksRandom(text: string): boolean {
  return UUID.test(text) || text.split(SEPARATORS).some(isRandomPart);
}

function isRandomPart(part: string): boolean {
  if (HEX.test(part) || CONSONANTS.test(part)) return true;
  const pieces = part.match(PIECES) ?? [];
  const [, shortest] = SHORTEST_MEANS.find(([most]) => pieces.length >= most) ?? [0, 0];
  return part.length / pieces.length < shortest || LONG_NUMBER.test(part);
}
