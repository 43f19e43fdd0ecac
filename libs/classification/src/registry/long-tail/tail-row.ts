import type { BotCategory } from '@app/contracts';
import type { RegisteredBot } from '../registered-bot.js';

/**
 * id, name, provider, documentation, tokens, example, and the day on which these facts were last
 * looked at. With `start`, the tokens count only at the start of the user agent. The month or year
 * since which the operator does not use the bot any more is last.
 */
export type TailRow = readonly [
  id: number,
  name: string,
  provider: string,
  documentation: string | null,
  tokens: readonly string[],
  example: string,
  checkedOn: string,
  at?: 'start' | 'anywhere',
  retiredSince?: string,
];

/** Returns the rows of one category; each is written in one line. */
export function tailRows(
  category: BotCategory,
  rows: readonly TailRow[],
): readonly RegisteredBot[] {
  return rows.map((row) => {
    const [id, name, provider, documentation, tokens, example, checkedOn, at, retiredSince] = row;
    return {
      id,
      slug: slugOf(name),
      name,
      provider,
      category,
      documentation,
      ...(retiredSince !== undefined && { retiredSince }),
      checkedOn,
      tokens,
      ...(at === 'start' && { startsAgent: true as const }),
      examples: [example],
    };
  });
}

/** Turns `Cốc Cốc Bot` into `coc-coc-bot`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
