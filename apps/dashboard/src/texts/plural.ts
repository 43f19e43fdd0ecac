import { LOCALE } from './locale.js';

const whole = new Intl.NumberFormat(LOCALE);
const rules = new Intl.PluralRules(LOCALE);

/** `12,345` */
export const inFull = (count: number): string => whole.format(count);

/**
 * A count with its words, in which `#` stands for it: `1 visit`, `12,345 visits`. A language has the
 * forms that `Intl.PluralRules` tells apart in it.
 */
export function plural(
  count: number,
  forms: Readonly<{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>,
): string {
  return (forms[rules.select(count)] ?? forms.other).replaceAll('#', inFull(count));
}

const lists = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** `a, b and c` */
export const listOf = (words: readonly string[]): string => lists.format(words);

const choices = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

/** `a, b or c` */
export const choiceOf = (words: readonly string[]): string => choices.format(words);
