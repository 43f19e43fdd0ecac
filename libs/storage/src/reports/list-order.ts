import { type BotEntry, type PageEntry, PEOPLE_COUNTS } from '@app/contracts';

/** The columns that the list of bots can be ordered by, and what their values are. */
export const BOT_COLUMNS = {
  name: 'text',
  provider: 'text',
  category: 'text',
  visits: 'number',
  pages_visited: 'number',
  error_visits: 'number',
  first_seen: 'time',
  last_seen: 'time',
  verified_visits: 'number',
  spoofed_visits: 'number',
  unverifiable_visits: 'number',
} as const satisfies Partial<Record<keyof BotEntry, ColumnKind>>;
export type BotColumn = keyof typeof BOT_COLUMNS;

/** The columns that the list of pages can be ordered by. */
export const PAGE_COLUMNS = [
  'path',
  'bot_visits',
  'human_visits',
  'ai_bot_visits',
  'verified_visits',
  'spoofed_visits',
  'unverifiable_visits',
  ...PEOPLE_COUNTS,
  'error_visits',
] as const satisfies (keyof PageEntry)[];
export type PageColumn = (typeof PAGE_COLUMNS)[number];

type ColumnKind = 'text' | 'number' | 'time';

/**
 * What tells the place of a row in an order, whatever happens to the row later. Only this file and
 * the statements know what it is made of: numbers, and then texts.
 */
export interface Place {
  numbers: number[];
  texts: string[];
}

/** The order of a list, and the place after which it is read. */
export interface ListOrder<Column extends string> {
  column: Column;
  /**
   * A column has a natural order: numbers and times from the highest one down, texts from A to Z.
   * Rows with equal values are in the order that the list has without any.
   */
  reversed: boolean;
  after?: Place | undefined;
}

/** Rows of a list, and the place of the last one if there are more. */
export interface ListPart<Row> {
  rows: Row[];
  next: Place | null;
}

/**
 * Returns the first rows of a list, of which more were read than `limit` if there are more. `Infinity`
 * is all of them.
 */
export function partOf<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): ListPart<Row> {
  const shown = rows.slice(0, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? placeOf(last) : null };
}

/** A bot with its id, which makes an order of bots total. */
export type BotWithId = BotEntry & { id: number };

/** Compares texts by their bytes, as the database does. */
export function compareBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
