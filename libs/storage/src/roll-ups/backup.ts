import { compose, type Composed } from '../compose/compose.js';
import { list, sql } from '../compose/sql.js';
import { totalOf } from './measures.js';
import {
  keyOf,
  nameOf,
  relationOf,
  ROLL_UP_NAMES,
  rollUp,
  type RollUpName,
  type TableGrain,
  tableOf,
} from './roll-ups.js';

/** What was counted in a roll-up, wherever it stands: every flavour can be restored into the others. */
function rowsOf(name: RollUpName, grain: TableGrain): Composed<never> {
  const { measures } = rollUp(name);
  const key = keyOf(name);
  const relation = relationOf(name, grain);
  return compose(
    `backup/${nameOf(name, grain)}`,
    `What was counted in ${nameOf(name, grain)}, from all its sources, with one row for each key.`,
    sql`SELECT ${list([...key, ...measures.map(totalOf)])}
FROM ${relation}
GROUP BY ${list(key)}`,
  );
}

/** Tells whether a table has only a part of what is counted. */
const isInSeveral = (name: RollUpName) => rollUp(name).aggregates ?? rollUp(name).mergedFrom;

/** The tables of roll-ups, and the statement whose rows are backed up where it is not the table. */
export const COUNTED_TABLES: readonly { table: string; rows?: Composed<never> }[] =
  ROLL_UP_NAMES.flatMap((name) =>
    rollUp(name).grains.map((grain) => ({
      table: tableOf(name, grain),
      ...(isInSeveral(name) ? { rows: rowsOf(name, grain) } : {}),
    })),
  );
