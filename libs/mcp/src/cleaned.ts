/** Longer texts are cut, so that no visitor can fill what an assistant remembers. */
export const LONGEST_TEXT = 200;

/**
 * Control characters, invisible and turning marks, and halves of characters. None of them is needed
 * to name a page or a bot, and some of them hide text from people that an assistant reads.
 */
const NO_TEXT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Returns a value in which every text is short and has no hidden characters, also in names of fields. */
export function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [cleanText(name), cleaned(field)]),
  );
}

/** Returns a text without hidden characters, cut when it is long. */
export function cleanText(text: string): string {
  const characters = Array.from(text.replace(NO_TEXT, ''));
  if (characters.length <= LONGEST_TEXT) return characters.join('');
  return `${characters.slice(0, LONGEST_TEXT - 1).join('')}…`;
}
