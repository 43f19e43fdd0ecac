import { AUTOMATION_BOT_ID } from '@app/contracts';
import { compose } from '../compose/compose.js';
import { list, Parameter, sql, stacked } from '../compose/sql.js';
import { VERDICTS } from './measures.js';
import {
  COUNTED,
  type Counted,
  type Grain,
  nameOf,
  relationOf,
  ROLL_UP_NAMES,
  rollUp,
  type RollUpName,
} from './roll-ups.js';

const OLDEST = new Parameter('oldest', 'timestamptz', 'oldest day of raw visits');
const ONLY = new Parameter('website', 'integer', 'the only website, or null for all of them');

/** The grains of what reports read. */
function grainsOf(name: RollUpName): Grain[] {
  const { grains, aggregates = {} } = rollUp(name);
  const longer = (Object.keys(aggregates) as Grain[]).filter((one) => /week|month/.test(one));
  return [...grains, ...longer];
}

/** Those that can be counted from raw visits. */
const VERIFIED = ROLL_UP_NAMES.filter((name) => !rollUp(name).isFinal);

/** Days, weeks and months are compared as they are. Hours are added up to their day. */
const comparedBy = (grain: Grain) => (grain === 'hour' ? 'day' : grain);

interface Compared {
  relation: string;
  grain: Grain;
  of: Counted | 'botPages';
  hasErrors: boolean;
  hasVerdicts: boolean;
}

const RELATIONS: Compared[] = [
  ...VERIFIED.flatMap((name) =>
    grainsOf(name).map((grain) => {
      const { of, by, measures } = rollUp(name);
      return {
        relation: nameOf(name, grain),
        grain: comparedBy(grain),
        of,
        hasErrors: measures.includes('error_visits') || by.includes('status_code'),
        hasVerdicts: measures.includes('verified_visits'),
      };
    }),
  ),
  ...(['page_digests', 'bot_page_sets'] as const).flatMap((name) =>
    (['day', 'week', 'month'] as const).map((grain) => ({
      relation: `${name}, ${grain}`,
      grain,
      of: name === 'page_digests' ? ('paged' as const) : ('botPages' as const),
      hasErrors: true,
      hasVerdicts: true,
    })),
  ),
];

const COUNTS = ['visits', 'error_visits', ...VERDICTS] as const;
/** Which raw visits there are, each as a column of its own. */
const KINDS = { ...COUNTED, botPages: `${COUNTED.paged} AND v.bot_id <> 0` };
const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
const columnOf = (kind: keyof typeof KINDS) => `is_${kind.toLowerCase()}`;

function actual(name: RollUpName, grain: Grain) {
  const { by, measures } = rollUp(name);
  const bucket = grain === 'hour' ? "date_trunc('day', bucket, 'UTC')" : 'bucket';
  const errors = by.includes('status_code')
    ? 'CASE WHEN status_code >= 400 THEN visits ELSE 0 END'
    : 'NULL::bigint';
  const counts = COUNTS.map((count) => {
    if (measures.includes(count)) return count;
    return count === 'error_visits' ? `${errors} AS ${count}` : `NULL::bigint AS ${count}`;
  });
  return sql`SELECT '${nameOf(name, grain)}' AS relation, website_id, ${bucket} AS bucket,
  ${list(counts)}
FROM ${relationOf(name, grain)}`;
}

const arrays = (alias: string) => list(COUNTS.map((count) => `unnest(${alias}.${count})`));

export const VERIFY_ROLL_UPS = compose(
  'upkeep/verify_roll_ups',
  `Where a roll-up differs from the raw visits. Returns a row for each website, bucket and count that differs, and no rows when all agree. Hours are added up to their day.`,
  sql`WITH raw AS MATERIALIZED (
  SELECT v.website_id, date_trunc('day', v.time, 'UTC') AS day,
    ${list(kinds.map((kind) => `(${KINDS[kind]}) AS ${columnOf(kind)}`))},
    count(*) AS visits, count(*) FILTER (WHERE v.status_code >= 400) AS error_visits,
    count(*) FILTER (WHERE v.verification = 1) AS verified_visits,
    count(*) FILTER (WHERE v.verification = 2) AS spoofed_visits,
    count(*) FILTER (WHERE v.verification = 3) AS unverifiable_visits
  FROM visits v LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id
  WHERE v.time >= ${OLDEST} AND (${ONLY} IS NULL OR v.website_id = ${ONLY})
  GROUP BY ${list(Array.from({ length: kinds.length + 2 }, (_, at) => at + 1))}
), digests AS (
  -- Only digests that reports would read. Reports ignore a digest that was made from other visits.
  SELECT d.website_id, d.grain, d.bucket, d.bot_visits || d.human_visits AS visits, d.error_visits,
    d.verified_visits, d.spoofed_visits, d.unverifiable_visits
  FROM page_digests d JOIN raw r ON r.website_id = d.website_id AND date_trunc(d.grain, r.day, 'UTC') = d.bucket
  WHERE d.bucket >= ${OLDEST} AND (${ONLY} IS NULL OR d.website_id = ${ONLY})
  GROUP BY d.website_id, d.grain, d.bucket, d.visits
  HAVING sum(r.visits) = d.visits
), roll_ups (relation, grain, kind, has_errors, has_verdicts) AS (
  -- Which visits each roll-up counts, and whether it tells errors and verdicts apart.
  VALUES
    ${stacked(
      RELATIONS.map(
        ({ relation, grain, of, hasErrors, hasVerdicts }) =>
          `('${relation}', '${grain}', '${of}', ${hasErrors}, ${hasVerdicts})`,
      ),
      ',\n',
    )}
), expected AS (
  SELECT u.relation, website_id, date_trunc(u.grain, day, 'UTC') AS bucket, sum(visits) AS visits,
    CASE WHEN u.has_errors THEN sum(error_visits) END AS error_visits,
    ${list(VERDICTS.map((count) => `CASE WHEN u.has_verdicts THEN sum(${count}) END AS ${count}`))}
  FROM raw JOIN roll_ups u ON CASE u.kind
    ${stacked(
      kinds.map((kind) => `WHEN '${kind}' THEN ${columnOf(kind)}`),
      '\n',
    )}
  END
  WHERE date_trunc(u.grain, day, 'UTC') >= ${OLDEST}
    -- Not every bucket has a digest.
    AND (u.relation NOT LIKE '%, %' OR EXISTS (
      SELECT FROM digests d WHERE d.website_id = raw.website_id AND d.grain = u.grain
        AND d.bucket = date_trunc(u.grain, raw.day, 'UTC')))
  GROUP BY u.relation, u.has_errors, u.has_verdicts, website_id, date_trunc(u.grain, day, 'UTC')
), actual AS (
  SELECT relation, website_id, bucket, ${list(COUNTS.map((count) => `sum(${count}) AS ${count}`))}
  FROM (
    ${stacked(
      VERIFIED.flatMap((name) => grainsOf(name).map((grain) => actual(name, grain))),
      '\nUNION ALL\n',
    )}
    UNION ALL
    SELECT 'page_digests, ' || grain, website_id, bucket, ${arrays('digests')}
    FROM digests
    UNION ALL
    SELECT 'bot_page_sets, ' || grain, website_id, bucket, ${arrays('s')}
    FROM digests JOIN bot_page_sets s USING (website_id, grain, bucket)
    WHERE s.bot_id <> ${AUTOMATION_BOT_ID} AND (${ONLY} IS NULL OR s.website_id = ${ONLY})
  ) counted
  WHERE bucket >= ${OLDEST} AND (${ONLY} IS NULL OR website_id = ${ONLY})
  GROUP BY relation, website_id, bucket
)
SELECT relation, website_id AS website, to_char(bucket AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS bucket,
  c.count, coalesce(c.raw, 0)::bigint AS raw, coalesce(c.rolled_up, 0)::bigint AS rolled_up
FROM expected e FULL JOIN actual a USING (relation, website_id, bucket),
  LATERAL (VALUES
    ${stacked(
      COUNTS.map((count) => `('${count}', e.${count}, a.${count})`),
      ',\n',
    )}
  ) AS c (count, raw, rolled_up)
WHERE coalesce(c.raw, 0) <> coalesce(c.rolled_up, 0)
ORDER BY relation, website_id, bucket, count`,
  [OLDEST, ONLY],
);

export const WEBSITES_WITH_ROWS = compose(
  'upkeep/find_websites_with_rows',
  'Every website that visits or roll-ups may have rows of, also those that do not exist.',
  sql`SELECT id FROM websites
UNION
SELECT website_id FROM visits
UNION
${stacked(
  ROLL_UP_NAMES.flatMap((name) =>
    rollUp(name).grains.map((grain) => `SELECT website_id FROM ${relationOf(name, grain)}`),
  ),
  '\nUNION\n',
)}
ORDER BY id`,
);
