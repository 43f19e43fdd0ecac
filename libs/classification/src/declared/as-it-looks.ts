const MARKS = /\p{M}/gu;
const NO_LETTERS = /[^a-z\d]+/g;

/** Letters and digits that are taken for each other, each with the letter that stands for all. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'l', i: 'l', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  ...{ rn: 'm', vv: 'w' },
};
const LOOKS_ALIKE = /rn|vv|[\di]/g;

/**
 * Returns the letters of a name as a reader may take them: two names that look the same have the
 * same text. Case, accents, blanks and punctuation make no difference, nor does a digit in the
 * place of a letter: `G00gle-Bot` and `Googlebot` are both `googlebot`. Letters of other scripts
 * are left out; a declared name has none.
 */
export function asItLooks(name: string): string {
  return name
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(NO_LETTERS, '')
    .replace(LOOKS_ALIKE, (one) => LOOK_ALIKES[one] ?? one);
}
