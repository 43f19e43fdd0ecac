import { compose } from '../../compose/compose.js';
import { list, NOTHING, Parameter, type Sql, sql } from '../../compose/sql.js';
import { LIMIT, WEBSITE } from './parameters.js';

const COLUMN = new Parameter('column', 'text', 'column of the order');
const DIRECTION = new Parameter(
  'direction',
  'integer',
  '1, or -1 if the order of this column is reversed',
);
const AFTER = new Parameter(
  'after',
  'bigint[]',
  'numbers of the row after which the list is read, or null',
);
const AFTER_TEXT = new Parameter('afterText', 'text', 'its text, or null');

/** A list of items with counts, in an order of one of its columns. Equal ones are ordered by their text. */
interface OrderedList<Names extends string> {
  name: string;
  about: string;
  /** Common table expressions before the one that is named `summed`. */
  before: Sql<Names>;
  /** The counts of each item: rows of `summed`. */
  counted: Sql<Names>;
  /** The counts of an item. All of them can be ordered by. */
  counts: readonly string[];
  /** Counts that are shown and always 0. */
  zeros?: readonly string[];
  /** Counts that order what is equal in the column of the order, one behind the other. */
  ranks: readonly string[];
  where?: Sql<Names>;
  /**
   * A condition on the column of the text, which takes long to look up: items are asked in their order,
   * until there are enough. In the order of the text, all texts are looked up in any case.
   */
  whereText?: ((column: string) => string) | undefined;
  /** The text of an item: its column, and the relations that have it, for a row of `summed`. */
  text: { column: string; as: string; from: (row: string) => Sql<'website'> };
  /** More columns of a row `f`. */
  more?: Sql<Names>;
}

/** Returns a part of a list. It has the numbers of the place of each row, and the text is its last part. */
export function orderedList<Names extends string>({
  name,
  about,
  before,
  counted,
  counts,
  zeros = [],
  ranks,
  where,
  whereText,
  text,
  more,
}: OrderedList<Names>) {
  const columns = ['rank', ...ranks.map((rank) => `${rank}_rank`)];
  const descending = list(columns.map((column) => `${column} DESC`));
  const isReversed = sql`${COLUMN} = '${text.as}' AND ${DIRECTION} < 0`;
  const wanted = rowsWanted({ text, whereText, columns, isReversed, descending });
  return compose(
    `reports/${name}`,
    about,
    sql`WITH ${before}, summed AS (
  ${counted}
), ranked AS (
  SELECT *, CASE ${COLUMN}
      ${list(
        counts.map((count) => `WHEN '${count}' THEN ${count}`),
        ' ',
      )}
      ELSE 0
    END * ${DIRECTION} AS rank,
    ${list(ranks.map((rank) => sql`CASE ${COLUMN} WHEN '${text.as}' THEN 0 ELSE ${rank} END AS ${rank}_rank`))}
  FROM summed
  ${where ?? NOTHING}
), first AS (
  SELECT *
  FROM ${wanted}
  ORDER BY ${descending}
  -- Rows with equal counts are ordered by their text, which is looked up only for them.
  FETCH FIRST (${LIMIT}) ROWS WITH TIES
)
SELECT t.${text.as}, ${list([...counts.map((count) => `f.${count}`), ...zeros.map((zero) => `0 AS ${zero}`)])},
  ${more ? sql`${more},` : NOTHING}
  ARRAY[${list(columns)}]::float8[] AS place
FROM first f CROSS JOIN LATERAL (
  SELECT ${text.column} AS ${text.as} ${text.from('f')}
) t
${whereText ? sql`WHERE ${COLUMN} <> '${text.as}' OR ${whereText(`t.${text.as}`)}` : NOTHING}
ORDER BY ${descending},
  CASE WHEN ${isReversed} THEN t.${text.as} END COLLATE "C" DESC, t.${text.as} COLLATE "C"
LIMIT ${LIMIT}`,
    [WEBSITE],
  );
}

/** Rows behind a place, and of some lists only those whose text suits. */
function rowsWanted<Reversed extends string>({
  text,
  whereText,
  columns,
  isReversed,
  descending,
}: Pick<OrderedList<string>, 'text' | 'whereText'> & {
  columns: readonly string[];
  isReversed: Sql<Reversed>;
  descending: Sql<never>;
}) {
  const places = columns.map((_, at) => sql`(${AFTER})[${at + 1}]`);
  const behind = sql`${AFTER} IS NULL OR (${list(columns)}) < (${list(places)})
  OR (${list(columns)}) = (${list(places)}) AND (
    SELECT CASE WHEN ${isReversed}
      THEN ${text.column} COLLATE "C" < ${AFTER_TEXT} ELSE ${text.column} COLLATE "C" > ${AFTER_TEXT} END
    ${text.from('ranked')}
  )`;
  return whereText === undefined
    ? sql`ranked
WHERE ${behind}`
    : sql`(
  -- OFFSET keeps the condition from being asked before the rows are in order.
  SELECT * FROM ranked
  WHERE ${behind}
  ORDER BY ${descending}
  OFFSET 0
) sorted
WHERE ${COLUMN} = '${text.as}' OR (SELECT ${whereText(text.column)} ${text.from('sorted')})`;
}
