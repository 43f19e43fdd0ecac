import { textOf } from '../src/compose/sql.js';
import type { Flavour } from '../src/database/flavour.js';
import { DIMENSIONS } from '../src/roll-ups/dimensions.js';
import { MEASURES } from '../src/roll-ups/measures.js';
import { unmergedCounts } from '../src/roll-ups/merge-counts.js';
import {
  APPENDED,
  type Grain,
  relationOf,
  rollUp,
  type RollUpName,
  rollUpsFrom,
  type TableGrain,
  tableOf,
  unmergedOf,
} from '../src/roll-ups/roll-ups.js';
import { columns, WRITTEN } from './migration-text.js';

/** The roll-ups whose rows writers append since 0027, and those that came later. */
const FIRST_APPENDED: readonly RollUpName[] = ['hosts', 'countries'];
const LATER_APPENDED = APPENDED.filter((name) => !FIRST_APPENDED.includes(name));

/**
 * Weeks or months, from days.
 *
 * @param days as what follows FROM; by default what was counted at commit, or merged after it
 */
export function longer(name: RollUpName, grain: Grain, days = tableOf(name, 'day')): string {
  const { by, measures } = rollUp(name);
  const counts = measures.map((measure) =>
    MEASURES[measure].total === 'sum' ? measure : `${measure}::timestamptz`,
  );
  return `SELECT ${columns(
    [
      'website_id',
      `date_trunc('${grain}', bucket, 'UTC') AS bucket`,
      ...by,
      ...counts,
      'bucket AS day',
    ],
    '  ',
  )}
FROM ${days}`;
}

function unmergedTable(name: RollUpName): string {
  const { by, measures } = rollUp(name);
  const lines = [
    'website_id integer NOT NULL',
    'bucket timestamptz NOT NULL',
    ...by.map((dimension) => `${dimension} ${DIMENSIONS[dimension].type}[] NOT NULL`),
    ...measures.map((measure) => {
      const { type, isNullable } = MEASURES[measure];
      return `${measure} ${type}[]${isNullable ? '' : ' NOT NULL'}`;
    }),
  ];
  const relation = unmergedOf(name);
  return `CREATE TABLE ${relation} (
${lines.map((line) => `  ${line}`).join(',\n')}
);
CREATE INDEX ${relation}_website_id ON ${relation} (website_id);
INSERT INTO website_relations (relation, level) VALUES ('${relation}', 1);
`;
}

/** The counts of a roll-up that are not merged, by the start of their hour or day. */
function unmergedPart(name: RollUpName, grain: TableGrain): string {
  const { grains, mergedFrom: source = name } = rollUp(name);
  const bucket = grain === grains[0] ? 'n.bucket' : `${grain}_of(n.bucket)`;
  return `SELECT ${textOf(unmergedCounts(name, `${unmergedOf(source)} n`, bucket))}`;
}

function currentView(name: RollUpName, grain: TableGrain): string {
  const { by, measures } = rollUp(name);
  return `CREATE VIEW ${relationOf(name, grain)} AS
SELECT ${columns(['website_id', 'bucket', ...by, ...measures], '  ')}
FROM ${tableOf(name, grain)}
UNION ALL
${unmergedPart(name, grain)};
`;
}

/** The tables of what writers append. */
function unmergedTables(names: readonly RollUpName[], flavour: Flavour): string {
  const relations = names.map(unmergedOf);
  const distribute = `
-- To delete rows while their shard moves needs to tell them apart, and they have no key.
${relations.map((table) => `ALTER TABLE ${table} REPLICA IDENTITY FULL;\n`).join('')}
SELECT create_distributed_table(relation, 'website_id', colocate_with => 'visits')
FROM unnest(ARRAY[${columns(
    relations.map((table) => `'${table}'`),
    '  ',
  )}]) AS relation;
`;
  return `${names.map(unmergedTable).join('\n')}${flavour === 'citus' ? distribute : ''}`;
}

/** What writers append by host and by country, and the views of it and of what was merged. */
export function merged(flavour: Flavour): string {
  return `-- Writers only append what they count by host and by country: a row for each website and hour of a
-- transaction, with an array for each column (add_counts.sql). A task merges the rows into the
-- tables every few seconds. Reports read views of both, so they always have all of it.
${WRITTEN}

${unmergedTables(FIRST_APPENDED, flavour)}
${FIRST_APPENDED.flatMap(rollUpsFrom)
  .flatMap((name) => rollUp(name).grains.map((grain) => currentView(name, grain)))
  .join('\n')}`;
}

/** Replaces a view by one of several parts, of which the first is there where aggregates are. */
const replaced = (view: string, flavour: Flavour, [inTime, ...others]: readonly string[]) =>
  `CREATE OR REPLACE VIEW ${view} AS
${[...(flavour === 'timescale' ? [inTime] : []), ...others].join('\nUNION ALL\n')};
`;

/** Replaces the views of a roll-up by those that also have what is not merged. */
function viewsWithUnmerged(name: RollUpName, flavour: Flavour): string[] {
  const { aggregates, grains } = rollUp(name);
  const longerGrains = (['week', 'month'] as const).filter((grain) => aggregates?.[grain]);
  const unmergedDays = `(\n  ${unmergedPart(name, 'day').replaceAll('\n', '\n  ')}\n) n`;
  return [
    ...grains.map((grain) =>
      replaced(relationOf(name, grain), flavour, [
        `SELECT * FROM in_time.${relationOf(name, grain)}`,
        `SELECT * FROM ${tableOf(name, grain)}`,
        unmergedPart(name, grain),
      ]),
    ),
    ...longerGrains.map((grain) =>
      replaced(relationOf(name, grain), flavour, [
        `SELECT *, bucket AS day FROM in_time.${relationOf(name, grain)}`,
        longer(name, grain),
        longer(name, grain, unmergedDays),
      ]),
    ),
  ];
}

/** Replaces the view of today and yesterday by page by one that also has what is not merged. */
const recentWithUnmerged = (flavour: Flavour) =>
  replaced('pages_recent', flavour, [
    'SELECT * FROM in_time.pages_hourly',
    `SELECT * FROM ${tableOf('pages', 'day')}`,
    unmergedPart('pages', 'day'),
  ]);

/** Numbers by which many rows differ take long to compress, hardly become smaller, and are soon merged. */
function keptAsSent(name: RollUpName): string {
  const columns = rollUp(name).by.map((column) => `ALTER COLUMN ${column} SET STORAGE EXTERNAL`);
  return `-- To compress them takes longer than all else that is done to append them.
ALTER TABLE ${unmergedOf(name)}
  ${columns.join(',\n  ')};
`;
}

/** What writers append by bot and by page, and the views that have it, too. */
export function mergedLater(flavour: Flavour): string {
  const views = LATER_APPENDED.flatMap((name) => viewsWithUnmerged(name, flavour));
  return `-- Writers append what they count by bot and by page, too, so that none waits for the counters of a
-- website that another one has changed.
${WRITTEN}

${unmergedTables(LATER_APPENDED, flavour)}
${keptAsSent('pages')}
${[...views, recentWithUnmerged(flavour)].join('\n')}`;
}
