import {
  BOT_COLUMNS,
  type BotColumn,
  type BotWithId,
  compareBytes,
  type ListOrder,
  type ListPart,
  partOf,
  type Place,
} from './list-order.js';

/** How a list whose rows are all at hand can be ordered. */
export interface RowsOrder<Row, Column extends string> {
  /** What the values of a column are. Texts go from A to Z, all others from the highest one down. */
  kindOf: (column: Column) => 'text' | 'number' | 'time';
  valueOf: (row: Row, column: Column) => number | string | null;
  /** What orders equal rows: a number, the highest one first, then a text, and then another number. */
  rankOf: (row: Row) => number;
  textOf: (row: Row) => string;
  idOf?: (row: Row) => number;
}

/** Returns the rows of an order after its place, at most `limit`. */
export function rowsInOrder<Row, Column extends string>(
  rows: readonly Row[],
  { column, reversed, after }: ListOrder<Column>,
  limit: number,
  order: RowsOrder<Row, Column>,
): ListPart<Row> {
  const isText = order.kindOf(column) === 'text';
  const compare = (a: Place, b: Place) => comparePlaces(a, b, isText, reversed);
  const placed = rows
    .map((row) => ({ row, place: placeOf(row, column, order) }))
    .filter(({ place }) => !after || compare(place, after) > 0)
    .sort((a, b) => compare(a.place, b.place));
  const part = partOf(placed, limit, ({ place }) => place);
  return { rows: part.rows.map(({ row }) => row), next: part.next };
}

/** Numbers are the value of a column with numbers, the rank and the id. What is not known is below 0. */
function placeOf<Row, Column extends string>(
  row: Row,
  column: Column,
  { kindOf, valueOf, rankOf, textOf, idOf = () => 0 }: RowsOrder<Row, Column>,
): Place {
  const value = valueOf(row, column);
  const rest = [rankOf(row), idOf(row)];
  return kindOf(column) === 'number'
    ? { numbers: [Number(value ?? -1), ...rest], texts: ['', textOf(row)] }
    : { numbers: [0, ...rest], texts: [String(value), textOf(row)] };
}

function comparePlaces(a: Place, b: Place, isText: boolean, reversed: boolean): number {
  const [value = 0, rank = 0, id = 0] = a.numbers;
  const [otherValue = 0, otherRank = 0, otherId = 0] = b.numbers;
  const [text = '', name = ''] = a.texts;
  const [otherText = '', otherName = ''] = b.texts;
  const ascending = (value - otherValue || compareBytes(text, otherText)) * (reversed ? -1 : 1);
  const first = isText ? ascending : -ascending;
  return first || otherRank - rank || compareBytes(name, otherName) || id - otherId;
}

const BOTS: RowsOrder<BotWithId, BotColumn> = {
  kindOf: (column) => BOT_COLUMNS[column],
  valueOf: (bot, column) => bot[column],
  rankOf: ({ visits }) => visits,
  textOf: ({ name }) => name,
  idOf: ({ id }) => id,
};

/** Returns the bots of an order after its place, at most `limit`. */
export const partOfBots = (
  bots: readonly BotWithId[],
  order: ListOrder<BotColumn>,
  limit = Infinity,
): ListPart<BotWithId> => rowsInOrder(bots, order, limit, BOTS);
