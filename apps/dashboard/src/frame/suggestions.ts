import type { FilterName } from '../address/address.js';
import type { Bot } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { countryInWords } from '../words/countries.js';
import { categoryInWords } from '../words/categories.js';

/** A filter that the bots of the days make possible. */
export interface Suggestion {
  name: FilterName;
  value: string;
  /** As it is offered: `GPTBot (bot)`. No two are the same. */
  text: string;
}

/** What is counted when only some visitors are, in words. */
const VISITORS: Readonly<Record<string, string>> = texts.frame.visitors;

/** Returns the value of a filter as people read it. */
export function valueInWords(name: FilterName, value: string): string {
  if (name === 'visitors') return VISITORS[value] ?? value;
  if (name === 'country') return countryInWords(value);
  return name === 'category' ? categoryInWords(value) : value;
}

/**
 * Returns all AI bots, all bots, and every category, provider and bot that came, those that came
 * most first.
 */
export function suggestionsOf(
  bots: readonly Pick<Bot, 'name' | 'provider' | 'category'>[],
): Suggestion[] {
  const each = (name: keyof typeof texts.frame.suggested, values: string[]) =>
    [...new Set(values)].map((value) => ({
      ...{ name, value },
      text: texts.frame.suggested[name](valueInWords(name, value)),
    }));
  return [
    ...each('visitors', Object.keys(VISITORS)),
    ...each(
      'category',
      bots.map(({ category }) => category),
    ),
    ...each(
      'provider',
      bots.map(({ provider }) => provider),
    ),
    ...each(
      'bot',
      bots.map(({ name }) => name),
    ),
  ];
}

/**
 * Returns the filter that a text in the field means: a suggestion that was chosen or, when the text
 * is whole, a path or the first suggestion that contains it.
 */
export function filterOf(
  text: string,
  suggestions: readonly Suggestion[],
  isWhole: boolean,
): Pick<Suggestion, 'name' | 'value'> | undefined {
  const chosen = suggestions.find((one) => one.text === text);
  if (chosen || !isWhole) return chosen;
  const wanted = text.trim();
  if (wanted.startsWith('/')) return { name: 'path', value: wanted };
  const low = wanted.toLowerCase();
  if (low === '') return undefined;
  return (
    suggestions.find(({ value }) => value.toLowerCase() === low) ??
    suggestions.find((one) => one.text.toLowerCase().includes(low))
  );
}
