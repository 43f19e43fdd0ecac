import { AUTOMATION_BOT_ID } from '@app/contracts';
import { compose } from '../compose/compose.js';
import { list, Parameter, sql } from '../compose/sql.js';
import { totalOf, VERDICTS } from './measures.js';
import { WEBSITE } from './parameters.js';
import { PEOPLE_COLUMNS, rollUp } from './roll-ups.js';

const GRAIN = new Parameter('grain', 'text', 'grain');
const FROM = new Parameter('from', 'timestamptz', 'from (inclusive)');
const TO = new Parameter('to', 'timestamptz', 'to (exclusive)');

/** What a page counts by bot and day. */
const { measures: COUNTS } = rollUp('pages');
const SUMS = COUNTS.map(totalOf);

/** Visitors whose counts a digest tells apart, each as a condition on a bot. */
const BOT = 'bot_id <> 0';
const HUMAN = 'bot_id = 0';
const AI = 'ai.bot_id IS NOT NULL';

const sumOf = (count: string, visitors: string) =>
  `coalesce(sum(${count}) FILTER (WHERE ${visitors}), 0)::bigint`;
const of = (count: string, visitors: string, as: string) => `${sumOf(count, visitors)} AS ${as}`;
const OF_AUTOMATION = `bot_id = ${AUTOMATION_BOT_ID}`;
const PEOPLE_SUMS = PEOPLE_COLUMNS.map((count) => `sum(${count})::bigint AS ${count}`);

/** The verdicts on visitors, whose arrays are null when the whole bucket has none. */
const PEOPLE_COUNTS = [...PEOPLE_COLUMNS, 'automation_visits'];

/** The arrays of a digest, in the order of their pages. */
const EVERY_PAGE = [
  ...['bot_visits', 'human_visits', 'ai_bot_visits', 'error_visits'],
  ...['human_error_visits', 'ai_error_visits'],
];

/** An array by verdict is null when the whole bucket has none. */
const unlessNone = (verdict: string) =>
  `CASE WHEN count(${verdict}) > 0 THEN array_agg(coalesce(${verdict}, 0)) END`;
const isExcluded = (column: string) => `${column} = excluded.${column}`;

/** The counts of a page in the packed pages, in their order. */
export const PACKED_OF_PAGE = [
  ...['bot_visits', 'human_visits', 'ai_bot_visits', 'automation_visits'],
  ...[...VERDICTS, 'error_visits', ...PEOPLE_COLUMNS],
] as const;
/** The counts of a page of a bot in the packed sets, in their order. */
export const PACKED_OF_SET = ['visits', 'error_visits', ...VERDICTS] as const;
/** The counts of an hour of a bot. */
export const PACKED_OF_HOUR = ['visits', ...VERDICTS, ...PEOPLE_COLUMNS] as const;
/** The counts of a page of an assistant that sent people. */
export const PACKED_OF_LANDING = ['visits', ...PEOPLE_COLUMNS] as const;
/** A value of more numbers would take a reader too long at once: reports then read the arrays. */
const MOST_PACKED = 2_000_000;

const packed = (columns: readonly string[]) =>
  columns.map((column) => `packed(array_agg(coalesce(${column}, 0)::bigint))`).join(' || ');

/** A value of rows, which have their numbers in some columns. */
const packedRows = (columns: readonly string[], rows: string, order: string) =>
  `(SELECT ${packed(columns)} FROM (SELECT * FROM ${rows} ORDER BY ${order}) sorted)`;
/** The same for rows of several bots, which it begins with. */
const packedByBot = (counts: readonly string[], rows: string) =>
  unlessMany(
    rows,
    `${packedRows(['bot_id', 'size'], `(SELECT bot_id, count(*) AS size FROM ${rows} GROUP BY bot_id) sizes`, 'bot_id')}
      || ${packedRows(['step', ...counts], rows, 'bot_id, position')}`,
  );
const unlessMany = (rows: string, value: string) =>
  `CASE WHEN (SELECT count(*) FROM ${rows}) > ${MOST_PACKED} THEN '' ELSE ${value} END`;

/** What a digest has as bytes. */
const PACKED = ['packed_pages', 'packed_sets', 'packed_hours', 'packed_landings'];

const DIGEST = [
  ...['visits', 'judged', 'page_ids', ...EVERY_PAGE, ...VERDICTS, ...PEOPLE_COUNTS],
  ...['registry_version', ...PACKED, 'landing_sources'],
  ...['packed_hash', 'packed_from'],
];
const SET = [
  ...['pages', 'page_ids', 'visits', 'error_visits', ...VERDICTS],
  ...['unread_pages', 'error_pages'],
];
const BUCKET = ['website_id', 'grain', 'bucket'];

/** Makes what reports of pages and bots read instead of pages_daily. */
export const MAKE_PAGE_DIGEST = compose(
  'upkeep/make_page_digest',
  'Makes or renews the digest of a bucket, all in one snapshot. One process at a time assigns positions. All arrays have the same order, because their rows come sorted.',
  sql`WITH days AS (
  SELECT bot_id, page_id, ${list([...SUMS, ...PEOPLE_SUMS])}
  FROM judged_pages_daily
  WHERE website_id = ${WEBSITE} AND bucket >= ${FROM} AND bucket < ${TO}
  GROUP BY bot_id, page_id, bucket
), pairs AS MATERIALIZED (
  SELECT bot_id, page_id, ${list([...SUMS, ...PEOPLE_SUMS])},
    bool_or(visits > error_visits AND visits > coalesce(spoofed_visits, 0)) AS is_read
  FROM days
  GROUP BY bot_id, page_id
), pages AS MATERIALIZED (
  SELECT page_id, ${list([
    of('visits', BOT, 'bot_visits'),
    of('visits', HUMAN, 'human_visits'),
    of('visits', AI, 'ai_bot_visits'),
    ...PEOPLE_SUMS,
    `nullif(${sumOf('visits', OF_AUTOMATION)}, 0) AS automation_visits`,
    ...VERDICTS.map(totalOf),
    totalOf('error_visits'),
    of('error_visits', HUMAN, 'human_error_visits'),
    of('error_visits', AI, 'ai_error_visits'),
  ])}
  FROM pairs LEFT JOIN ai_bots ai USING (bot_id)
  GROUP BY page_id
), known AS MATERIALIZED (
  SELECT p.page_id, o.position FROM pages p JOIN page_positions o ON o.website_id = ${WEBSITE} AND o.page_id = p.page_id
), placed AS (
  INSERT INTO page_positions (page_id, website_id, position)
  SELECT page_id, ${WEBSITE}, row_number() OVER (ORDER BY page_id) +
    (SELECT coalesce(max(position), -1) FROM page_positions WHERE website_id = ${WEBSITE})
  FROM pages WHERE page_id NOT IN (SELECT page_id FROM known)
  RETURNING page_id, position
), located AS MATERIALIZED (
  SELECT page_id, position FROM known UNION ALL SELECT page_id, position FROM placed
), located_pages AS MATERIALIZED (
  SELECT *, position - lag(position, 1, 0) OVER (ORDER BY position) AS step FROM pages JOIN located USING (page_id)
), located_pairs AS MATERIALIZED (
  SELECT *, position - lag(position, 1, 0) OVER (PARTITION BY bot_id ORDER BY position) AS step
  FROM pairs JOIN located USING (page_id)
  WHERE bot_id <> 0
), located_hours AS MATERIALIZED (
  SELECT *, position - lag(position, 1, 0) OVER (PARTITION BY bot_id ORDER BY position) AS step
  FROM (
    SELECT bot_id, (extract(epoch FROM bucket - ${FROM}) / 3600)::integer AS position, ${list([...PACKED_OF_HOUR.map((count) => `sum(${count})::bigint AS ${count}`)])}
    FROM judged_traffic_hourly
    WHERE website_id = ${WEBSITE} AND bucket >= ${FROM} AND bucket < ${TO}
    GROUP BY bot_id, bucket
  ) hours
), landings AS MATERIALIZED (
  SELECT referral_source, page_id, ${list([...PACKED_OF_LANDING.map((count) => `sum(${count})::bigint AS ${count}`)])}
  FROM judged_landings_daily
  WHERE website_id = ${WEBSITE} AND bucket >= ${FROM} AND bucket < ${TO}
  GROUP BY referral_source, page_id
), sources AS MATERIALIZED (
  SELECT referral_source, row_number() OVER (ORDER BY referral_source COLLATE "C") AS source
  FROM landings
  GROUP BY referral_source
), located_landings AS MATERIALIZED (
  SELECT source AS bot_id, position, position - lag(position, 1, 0) OVER (PARTITION BY source ORDER BY position) AS step,
    ${list(PACKED_OF_LANDING)}
  FROM landings JOIN sources USING (referral_source) JOIN located USING (page_id)
), digest AS (
  INSERT INTO page_digests (${list([...BUCKET, ...DIGEST])})
  SELECT made.*, md5(concat(${list(PACKED.map((value) => `md5(${value})`))}, landing_sources))::uuid,
    ARRAY[visits, judged, registry_version]
  FROM (
    SELECT ${WEBSITE}, ${GRAIN}, ${FROM},
      (SELECT coalesce(sum(visits), 0)::bigint FROM traffic_daily WHERE website_id = ${WEBSITE} AND bucket >= ${FROM} AND bucket < ${TO}) AS visits,
      (SELECT coalesce(sum(appended), 0)::bigint FROM judged_days WHERE website_id = ${WEBSITE} AND bucket >= ${FROM} AND bucket < ${TO}) AS judged,
      ${list(['page_id', ...EVERY_PAGE].map((column) => `coalesce(array_agg(${column}), '{}')`))},
      ${list([...VERDICTS, ...PEOPLE_COUNTS].map(unlessNone))},
      (SELECT max(registry_version) FROM bots) AS registry_version,
      ${unlessMany('located_pages', packedRows(['step', ...PACKED_OF_PAGE], 'located_pages', 'position'))} AS packed_pages,
      ${packedByBot(PACKED_OF_SET, 'located_pairs')} AS packed_sets,
      ${packedByBot(PACKED_OF_HOUR, 'located_hours')} AS packed_hours,
      ${packedByBot(PACKED_OF_LANDING, 'located_landings')} AS packed_landings,
      (SELECT array_agg(referral_source ORDER BY source) FROM sources) AS landing_sources
    FROM (SELECT * FROM pages ORDER BY page_id) sorted
  ) made
  ON CONFLICT (${list(BUCKET)}) DO UPDATE SET
    ${list(DIGEST.map(isExcluded))}
)
INSERT INTO bot_page_sets (${list([...BUCKET, 'bot_id', 'part', ...SET])})
SELECT ${WEBSITE}, ${GRAIN}, ${FROM}, bot_id, part, bit_or(page_bit(position)),
  array_agg(page_id), array_agg(visits), array_agg(error_visits),
  ${list(VERDICTS.map(unlessNone))},
  bit_or(page_bit(position)) FILTER (WHERE NOT is_read), bit_or(page_bit(position)) FILTER (WHERE error_visits > 0)
FROM (
  SELECT *, position / 8192 AS part
  FROM located_pairs
  ORDER BY bot_id, part, page_id
) sorted
GROUP BY bot_id, part
ON CONFLICT (${list([...BUCKET, 'bot_id', 'part'])}) DO UPDATE SET
  ${list(SET.map(isExcluded))}`,
  [WEBSITE],
);
