import type { QueryOf } from '../api/types.js';
import { texts } from '../texts/texts.js';

type Category = NonNullable<QueryOf<'/api/v1/websites/{id}/bots'>['category']>;

const WORDS: Readonly<Record<string, string>> = texts.words.categories satisfies Record<
  Category,
  string
>;

/** `ai_search` becomes `AI search`. What is no category stays as it is. */
export const categoryInWords = (category: string | undefined): string =>
  WORDS[category ?? ''] ?? category ?? '';
