import { compose } from '../../compose/compose.js';
import { list, Parameter, type Sql, sql } from '../../compose/sql.js';
import { PACKED_OF_SET } from '../../roll-ups/make-page-digest.js';
import type { BotSums } from '../packed/bot-sums.js';
import type { PackedKind } from '../packed/packed-memory.js';
import { DIGESTS } from './page-rows.js';
import { PAGE, PATH, WEBSITE } from './parameters.js';

const packed = (kind: PackedKind, about: string) =>
  compose(
    `reports/packed_${kind}`,
    `Digests of a website as bytes: ${about}.`,
    sql`SELECT d.grain, (extract(epoch FROM d.bucket) * 1000)::bigint AS bucket, d.packed_hash AS hash, d.packed_${kind} AS packed${kind === 'landings' ? ', d.landing_sources AS sources' : ''}
FROM ${DIGESTS}`,
    [WEBSITE],
  );

/** Digests that a reader adds up itself. */
export const PACKED = {
  pages: packed('pages', 'what each page counts of everybody'),
  sets: packed('sets', 'what each page counts by bot'),
  hours: packed('hours', 'what each hour counts by bot'),
  landings: packed('landings', 'whom assistants sent to each page'),
};

/** @param about which pages, for the header */
const positions = <Names extends string>(name: string, about: string, where: Sql<Names>) =>
  compose(
    `reports/${name}`,
    `The positions of ${about}.`,
    sql`SELECT array_agg(o.position) AS positions
FROM pages p JOIN page_positions o ON o.website_id = ${WEBSITE} AND o.page_id = p.id
WHERE p.website_id = ${WEBSITE} AND ${where}`,
    [WEBSITE],
  );

export const POSITIONS_BELOW = positions(
  'positions_below',
  'the pages below a path',
  sql`starts_with(p.path, ${PATH})`,
);
export const POSITION_OF_PAGE = positions(
  'position_of_page',
  'a page, unless it is not below a path',
  sql`p.id = ${PAGE} AND (${PATH} IS NULL OR starts_with(p.path, ${PATH}))`,
);

const POSITIONS = new Parameter(
  'positions',
  'integer[]',
  'positions of the pages that were added up before',
);

/** Rows of pages that were added up before, by page and with these counts. */
export function pagesBefore<const Counts extends readonly string[]>(
  counts: Counts,
): Sql<'website' | 'positions' | `summed.${Counts[number]}`> {
  const given = counts.map(
    (count) => new Parameter(`summed.${count}`, 'bigint[]', `what they have of ${count}`),
  );
  return sql`SELECT o.page_id, ${list(counts.map((count) => `a.${count}`))}
FROM unnest(${list([POSITIONS, ...given])})
    AS a (${list(['position', ...counts])})
  JOIN page_positions o ON o.website_id = ${WEBSITE} AND o.position = a.position` as never;
}

/** Sums of pages as the values of these parameters. */
export function valuesOfPages<Count extends string>(sums: {
  positions: string;
  counts: Record<Count, string>;
}): Record<'positions' | `summed.${Count}`, string> {
  const counts = Object.entries(sums.counts).map(([name, array]) => [`summed.${name}`, array]);
  return { positions: sums.positions, ...Object.fromEntries(counts) } as never;
}

const BOTS_BEFORE = new Parameter('countedBots', 'integer[]', 'bots that were added up before');
const countsOfBots = PACKED_OF_SET.map(
  (count) => new Parameter(`summed.${count}`, 'bigint[]', `what they have of ${count}`),
);

/** Rows of bots that were added up before, with the counts of a set. */
export const BOTS_ADDED_UP = sql`SELECT ${list(['bot_id', ...PACKED_OF_SET])}
FROM unnest(${list([BOTS_BEFORE, ...countsOfBots])})
    AS a (${list(['bot_id', ...PACKED_OF_SET])})`;

const PARTS = [
  new Parameter('partBots', 'integer[]', 'for each part of their pages its bot'),
  new Parameter('partNumbers', 'integer[]', 'its number'),
  new Parameter('partPages', 'text[]', 'its pages as bits'),
] as const;

/** Rows of the pages of these bots, as the parts of sets have them. */
export const PARTS_OF_BOTS = sql`SELECT bot_id, part, bits::bit(8192) AS pages
FROM unnest(${list(PARTS)}) AS a (bot_id, part, bits)`;

/** Sums of bots as the values of these parameters. */
export const valuesOfBots = ({ bots, counts, parts }: BotSums) => ({
  countedBots: bots,
  ...(Object.fromEntries(
    PACKED_OF_SET.map((count) => [`summed.${count}`, counts[count]]),
  ) as Record<`summed.${(typeof PACKED_OF_SET)[number]}`, string>),
  ...{ partBots: parts.bots, partNumbers: parts.numbers, partPages: parts.bits },
});
