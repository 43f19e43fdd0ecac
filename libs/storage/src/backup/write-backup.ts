import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { statement } from '../database/statement.js';
import { CONTENTS, type Content } from './contents.js';
import {
  type BackupHeader,
  copyLine,
  endOfRows,
  FORMAT,
  headerLine,
  totalsLine,
} from './format.js';

const FIND_FACTS = statement('backup/find_facts');
const FIND_SEQUENCES = statement('backup/find_sequences');

/**
 * On Citus there is a snapshot on each node, so all that is read there must come through one
 * connection to it. All of a website is on one node. Elsewhere nobody reads this setting.
 */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL citus.max_adaptive_executor_pool_size = 1`;

/**
 * Gives the text of a backup, piece by piece, all that belongs together from one snapshot. Nobody
 * who writes meanwhile has to wait.
 *
 * @param client a connection without time limits
 * @param tell called with the name of each table before its rows
 */
export async function* backupOf(
  client: pg.ClientBase,
  tell: (table: string) => void = () => undefined,
): AsyncGenerator<Buffer | string> {
  await client.query(BEGIN);
  try {
    yield headerLine(await headerOf(client));
    const copies: [table: string, Counted][] = [];
    for (const content of CONTENTS) {
      tell(content.table);
      copies.push([content.table, yield* rowsOf(client, content)]);
    }
    // Sequences know no snapshots. Their numbers are read last, so that no id of a row is above
    // them.
    const sequences = await sequencesOf(client);
    // The server tells how many rows there were only after their end, and before it answers another
    // statement.
    const rows = Object.fromEntries(copies.map(([table, { rowCount }]) => [table, rowCount]));
    yield totalsLine({ rows, sequences });
  } finally {
    await client.query('ROLLBACK');
  }
}

interface Facts {
  schema: number;
  taken_at: Date;
  first_visit: Date | null;
}

async function headerOf(client: pg.ClientBase): Promise<BackupHeader> {
  const { rows } = await client.query<Facts>(FIND_FACTS);
  const [row] = rows;
  return {
    format: FORMAT,
    schema: row?.schema ?? 0,
    taken_at: row?.taken_at.toISOString() ?? '',
    first_visit: row?.first_visit?.toISOString() ?? null,
  };
}

/** Knows how many rows it had, once the statement has ended. */
type Counted = Pick<CopyToStreamQuery, 'rowCount'>;

async function* rowsOf(
  client: pg.ClientBase,
  { table, rows }: Content,
): AsyncGenerator<Buffer | string, Counted> {
  const { fields } = await client.query(`SELECT * FROM (${rows}) AS shape LIMIT 0`);
  yield copyLine(
    table,
    fields.map(({ name }) => name),
  );
  const stream = client.query(copyTo(`COPY (${rows}) TO STDOUT`));
  yield* stream as AsyncIterable<Buffer>;
  yield endOfRows();
  return stream;
}

async function sequencesOf(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last_value: string | null }>(FIND_SEQUENCES);
  return Object.fromEntries(
    rows.flatMap(({ name, last_value: last }) => (last === null ? [] : [[name, last]])),
  );
}
