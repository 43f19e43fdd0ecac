import { DIMENSIONS } from '../src/roll-ups/dimensions.js';
import { MEASURES, totalOf } from '../src/roll-ups/measures.js';
import {
  type Aggregate,
  COUNTED,
  type Grain,
  keyOf,
  relationOf,
  ROLL_UP_NAMES,
  rollUp,
  type RollUpName,
  type TableGrain,
  tableOf,
} from '../src/roll-ups/roll-ups.js';
import { countingAll } from '../src/roll-ups/recount.js';
import { comment } from '../src/compose/compose.js';
import { longer, merged, mergedLater } from './appended-migrations.js';
import { columns, WRITTEN } from './migration-text.js';
import { verdictMigration, verdictsOf } from './verdict-migrations.js';

/*
 * The migrations that make the tables, aggregates and views of roll-ups, as they follow from their
 * description: npm run statements writes them, and a test compares. A roll-up that is new after a
 * release gets a migration of its own.
 */

/** The order in which the rows of a website are erased: what is made from others comes later. */
const LEVELS: Record<Grain, number> = { minute: 2, hour: 3, day: 4, week: 5, month: 5 };
const INTERVALS: Record<Grain, string> = {
  minute: '1 minute',
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
  month: '1 month',
};
/** The grain from which each is made. */
const BELOW: Partial<Record<Grain, Grain>> = {
  hour: 'minute',
  day: 'hour',
  week: 'day',
  month: 'day',
};

/** The roll-ups of the first migrations. */
const OF_BASELINE = ROLL_UP_NAMES.filter((name) => !/host|countries|landings/.test(name));

/** The tables into which writers count, in the same transaction as the visits. */
export function tables(names: readonly RollUpName[]): string {
  return `-- What writers count of the visits that they write, in the same transaction (add_counts.sql), by
-- website and UTC bucket. Where aggregates count the visits in time, it is the late ones only.
${WRITTEN}
--
-- A count by verdict (verified, spoofed, unverifiable) is null when there is none. While nothing is
-- checked, it takes no room in the row. Sums ignore null.

${names.map(tablesOf).join('\n')}`;
}

/** Tables that came later: what they have of the raw visits that are there is counted at once. */
function later(names: readonly RollUpName[], flavour: '' | 'citus'): string {
  const distributed = names.flatMap((name) =>
    rollUp(name).grains.map((grain) => `'${tableOf(name, grain)}'`),
  );
  const distribute = `
SELECT create_distributed_table(relation, 'website_id', colocate_with => 'visits')
FROM unnest(ARRAY[${columns(distributed, '  ')}]) AS relation;
`;
  return `-- More counts of visits (add_counts.sql), by website and UTC bucket.
${WRITTEN}

${names.map(tablesOf).join('\n')}${flavour === 'citus' ? distribute : ''}
-- The raw visits that are there are counted at once.
${names
  .filter((name) => !rollUp(name).isFinal)
  .flatMap((name) => rollUp(name).grains.map((grain) => `${countingAll(name, grain)};`))
  .join('\n')}
`;
}

function tablesOf(name: RollUpName): string {
  const { about, grains } = rollUp(name);
  return `${comment(about.split(' '), ' ')}${grains.map((grain) => table(name, grain)).join('')}`;
}

function table(name: RollUpName, grain: TableGrain): string {
  const { by, measures, fillfactor } = rollUp(name);
  const relation = tableOf(name, grain);
  const lines = [
    'website_id integer NOT NULL',
    'bucket timestamptz NOT NULL',
    ...by.map((dimension) => `${dimension} ${DIMENSIONS[dimension].type} NOT NULL`),
    ...measures.map((measure) => {
      const { type, isNullable } = MEASURES[measure];
      return `${measure} ${type}${isNullable ? '' : ' NOT NULL'}`;
    }),
    `PRIMARY KEY (${['website_id', 'bucket', ...by].join(', ')})`,
  ];
  return `CREATE TABLE ${relation} (
${lines.map((line) => `  ${line}`).join(',\n')}
) WITH (fillfactor = ${fillfactor});
INSERT INTO website_relations (relation, level) VALUES ('${relation}', 2);
`;
}

const aggregated = ROLL_UP_NAMES.filter((name) => rollUp(name).aggregates);
const grainsOf = (name: RollUpName) => Object.keys(rollUp(name).aggregates ?? {}) as Grain[];

function plainViews(): string {
  const views = aggregated.flatMap((name) => [
    ...rollUp(name).grains.map(
      (grain) => `CREATE VIEW ${relationOf(name, grain)} AS SELECT * FROM ${tableOf(name, grain)};`,
    ),
    ...grainsOf(name)
      .filter((grain) => grain === 'week' || grain === 'month')
      .map((grain) => `CREATE VIEW ${relationOf(name, grain)} AS\n${longer(name, grain)};`),
  ]);
  return `-- What reports read. In this flavour it is what was counted at commit; weeks and months are read
-- from days. Each of their rows gives its day, so that a condition on the day can use the index of
-- days. So a week and bot have several rows.
${WRITTEN}

${views.join('\n\n')}

-- Today and yesterday by page, in the rows that are cheapest to read.
CREATE VIEW pages_recent AS SELECT * FROM late_pages_daily;
`;
}

function aggregatesAndViews(): string {
  return `-- What reports read. Continuous aggregates (schema in_time) count the visits that came before their
-- bucket was materialised. Writers count the late ones in tables, and views read both as one. An
-- aggregate computes whole buckets, so visits that are scattered over past days would be expensive
-- for it.
--
-- Each aggregate is made from the one below it, so that little is computed. They are real-time:
-- whatever is newer than the watermark is read from the level below.
--
-- No visit before the first epoch is in time. This bound is written into the aggregates as a
-- literal. Until something is materialised they read every visit in time, and with the literal the
-- planner leaves out the chunks before it. Minutes, and the pages of hours, are only steps on the
-- way to hours and days.
${WRITTEN}

CREATE SCHEMA in_time;

${aggregated.flatMap((name) => grainsOf(name).map((grain) => aggregate(name, grain))).join('\n')}
-- A website, bucket and bot may have two rows, one of each kind. Weeks and months of late visits
-- are read from days. Each of their rows gives its day, so that a condition on the day can use the
-- index of days. So a week and bot have several rows.
${aggregated.flatMap((name) => grainsOf(name).flatMap((grain) => view(name, grain))).join('\n')}
-- Today and yesterday by page, in rows of hours and of days. This is cheaper than adding hours up
-- to days for every report.
CREATE VIEW pages_recent AS
SELECT * FROM in_time.pages_hourly
UNION ALL
SELECT * FROM late_pages_daily;
`;
}

function view(name: RollUpName, grain: Grain): string[] {
  const relation = relationOf(name, grain);
  if (grain === 'week' || grain === 'month')
    return [
      `CREATE VIEW ${relation} AS
SELECT *, bucket AS day FROM in_time.${relation}
UNION ALL
${longer(name, grain)};
`,
    ];
  if (!(rollUp(name).grains as readonly Grain[]).includes(grain)) return [];
  return [
    `CREATE VIEW ${relation} AS
SELECT * FROM in_time.${relation}
UNION ALL
SELECT * FROM ${tableOf(name, grain as TableGrain)};
`,
  ];
}

function aggregate(name: RollUpName, grain: Grain): string {
  const relation = `in_time.${relationOf(name, grain)}`;
  const { chunk, kept } = (rollUp(name).aggregates as Record<Grain, Aggregate>)[grain];
  const below = BELOW[grain];
  const head = `CREATE MATERIALIZED VIEW ${relation}
WITH (timescaledb.continuous, timescaledb.materialized_only = false,
  timescaledb.chunk_interval = '${chunk}', timescaledb.create_group_indexes = false) AS`;
  const made = below ? `${head}\n${fromBelow(name, grain, below)};` : fromVisits(name, grain, head);
  const isList = name === 'pages' && grain === 'day';
  const index = `CREATE INDEX ${relationOf(name, grain)}_website_id_bucket ON ${relation} (website_id, bucket${isList ? ', bot_id' : ''});`;
  const erased = kept
    ? `INSERT INTO website_relations (relation, level, kept) VALUES ('${relation}', ${LEVELS[grain]}, '${kept}');`
    : `INSERT INTO website_relations (relation, level) VALUES ('${relation}', ${LEVELS[grain]});`;
  return `${made}\n${index}\n${erased}\n`;
}

const numbers = (name: RollUpName) =>
  keyOf(name)
    .map((_, at) => at + 1)
    .join(', ');

function fromBelow(name: RollUpName, grain: Grain, below: Grain): string {
  const { by, measures } = rollUp(name);
  const bucket = `time_bucket(INTERVAL '${INTERVALS[grain]}', bucket) AS bucket`;
  return `SELECT ${columns(['website_id', bucket, ...by, ...measures.map(totalOf)], '  ')}
FROM in_time.${relationOf(name, below)}
GROUP BY ${numbers(name)}
WITH NO DATA`;
}

function fromVisits(name: RollUpName, grain: Grain, head: string): string {
  const { of, by, measures } = rollUp(name);
  const plain = (text: string) => text.replaceAll('v.', '');
  const bucket = `time_bucket(INTERVAL '${INTERVALS[grain]}', time) AS bucket`;
  const counts = measures.map((measure) => `${plain(MEASURES[measure].raw)} AS ${measure}`);
  const counted = of === 'all' ? '' : ` AND ${plain(COUNTED[of])}`;
  const text = `${head}
SELECT ${columns(['website_id', bucket, ...by, ...counts], '  ')}
FROM visits
WHERE NOT late AND time >= %L${counted}
GROUP BY ${numbers(name)}
WITH NO DATA`;
  return `DO $do$
BEGIN
  EXECUTE format($$
    ${text.replaceAll('\n', '\n    ')}
  $$, (SELECT since FROM roll_up_horizon));
END
$do$;`;
}

/** Whom assistants sent, by page: the counts, from when on they are known, and the verdicts on them. */
const landings = (flavour: '' | 'citus') => `${later(['landings'], flavour)}
-- From which UTC day on they are known: raw visits of earlier days are gone.
CREATE TABLE landings_known (since timestamptz NOT NULL);
INSERT INTO landings_known (since) SELECT since FROM visits_kept;

-- The verdicts on them, as those by what other lists of reports tell apart. Days that were judged
-- before have none: their visits count as not judged.
${verdictsOf(['landings'], flavour)}`;

/** The text of each migration, by its name without the number of the version. */
export const ROLL_UP_MIGRATIONS: Readonly<Record<string, string>> = {
  'migrations/0012_counts': tables(OF_BASELINE),
  'migrations/0026_counts_of_hosts': later(['hosts', 'host_keys', 'countries'], ''),
  'migrations/0026_counts_of_hosts.citus': later(['hosts', 'host_keys', 'countries'], 'citus'),
  'migrations/0027_merged_counts': merged('plain'),
  'migrations/0027_merged_counts.citus': merged('citus'),
  'migrations/0031_verdicts_of_lists': verdictMigration(''),
  'migrations/0031_verdicts_of_lists.citus': verdictMigration('citus'),
  'migrations/0034_landings': landings(''),
  'migrations/0034_landings.citus': landings('citus'),
  'migrations/0037_merged_traffic': mergedLater('plain'),
  'migrations/0037_merged_traffic.timescale': mergedLater('timescale'),
  'migrations/0037_merged_traffic.citus': mergedLater('citus'),
  'migrations/0014_roll_ups': plainViews(),
  'migrations/0014_roll_ups.timescale': aggregatesAndViews(),
};
