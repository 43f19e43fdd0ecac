import { textOf } from '../src/compose/sql.js';
import { verdictColumns, verdictRows } from '../src/roll-ups/judged-roll-ups.js';
import {
  JUDGED_ROLL_UPS,
  judgedMeasures,
  PEOPLE_COLUMNS,
  peopleTableOf,
  relationOf,
  reportedRelation,
  ROLL_UP_NAMES,
  rollUp,
  type RollUpName,
  type TableGrain,
} from '../src/roll-ups/roll-ups.js';
import { columns, WRITTEN } from './migration-text.js';

/** A table of verdicts, with an array for each website and bucket. */
function verdictTable(name: RollUpName, grain: TableGrain): string {
  const lines = [
    'website_id integer NOT NULL',
    'bucket timestamptz NOT NULL',
    ...verdictColumns(name).map((column) => `${column.name} ${column.type}[] NOT NULL`),
    'PRIMARY KEY (website_id, bucket)',
  ];
  const relation = peopleTableOf(name, grain);
  return `CREATE TABLE ${relation} (
${lines.map((line) => `  ${line}`).join(',\n')}
);
INSERT INTO website_relations (relation, level) VALUES ('${relation}', 2);
`;
}

/** A view of what is counted, with the verdicts on it. */
function judgedView(name: RollUpName, grain: TableGrain, of = relationOf(name, grain)): string {
  const { by, measures, judgedBy = name } = rollUp(name);
  const judged: readonly string[] = [...judgedMeasures(name), ...PEOPLE_COLUMNS];
  const rows = verdictRows(judgedBy, grain, [...by, ...judged]);
  return `CREATE VIEW ${of === 'pages_recent' ? `judged_${of}` : reportedRelation(name, grain)} AS
SELECT ${columns(
    [
      ...['website_id', 'bucket', ...by, ...measures],
      ...PEOPLE_COLUMNS.map((count) => `NULL::bigint AS ${count}`),
    ],
    '  ',
  )}
FROM ${of}
UNION ALL
SELECT ${columns(
    [
      ...['p.website_id', 'p.bucket', ...by.map((dimension) => `u.${dimension}`)],
      ...[...measures, ...PEOPLE_COLUMNS].map((count) =>
        judged.includes(count) ? `u.${count}::bigint` : 'NULL',
      ),
    ],
    '  ',
  )}
FROM ${textOf(rows)};
`;
}

/** Roll-ups that came later, with a migration of their own. */
const LATER: readonly RollUpName[] = ['landings'];

const isNew = (name: RollUpName) => LATER.includes(name);

/** Returns what makes the tables of the verdicts on some roll-ups, and the views of those that they judge. */
export function verdictsOf(names: readonly RollUpName[], flavour: '' | 'citus'): string {
  const grains = (name: RollUpName) => rollUp(name).grains;
  const tables = names.flatMap((name) =>
    grains(name).map((grain) => `'${peopleTableOf(name, grain)}'`),
  );
  const distribute = `
SELECT create_distributed_table(relation, 'website_id', colocate_with => 'visits')
FROM unnest(ARRAY[${columns(tables, '  ')}]) AS relation;
`;
  const judged = ROLL_UP_NAMES.filter((name) =>
    (names as readonly (RollUpName | undefined)[]).includes(rollUp(name).judgedBy),
  );
  return `${names.flatMap((name) => grains(name).map((grain) => verdictTable(name, grain))).join('\n')}${flavour === 'citus' ? distribute : ''}
${judged.flatMap((name) => grains(name).map((grain) => judgedView(name, grain))).join('\n')}`;
}

/** Returns the migration that makes the tables and views of verdicts by what lists of reports tell apart. */
export function verdictMigration(flavour: '' | 'citus'): string {
  return `-- The verdicts on visits of browsers by what lists of reports tell apart, as rows that reports add
-- to what writers have counted: the visits of automation go from people, which are the bot 0, to
-- the bot 6. The judge replaces all of a website and day, so that its rows are arrays in one row
-- for each bucket. Nothing in them tells visitors apart, and they stay.
${WRITTEN}

${verdictsOf(
  JUDGED_ROLL_UPS.filter((name) => !isNew(name)),
  flavour,
)}
${judgedView('pages', 'day', 'pages_recent')}`;
}
