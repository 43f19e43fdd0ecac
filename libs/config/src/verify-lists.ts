import { isAbsolute } from 'node:path';

/**
 * Where the lists come from by which the claims of bots are verified: from the operators every day,
 * from the release, from files in a folder, or nowhere.
 */
export type VerifyLists = 'refresh' | 'bundled' | 'off' | { directory: string };

const WORDS = ['refresh', 'bundled', 'off'] as const;

/**
 * Reads one of the words, or the path of a folder. A path must be absolute or start with `./` or
 * `../`, so that a word with a typing error is not taken for a folder. Returns undefined when the
 * text is neither.
 */
export function parseVerifyLists(text: string): VerifyLists | undefined {
  const word = WORDS.find((one) => one === text);
  if (word) return word;
  return isAbsolute(text) || /^\.\.?[/\\]/.test(text) ? { directory: text } : undefined;
}
