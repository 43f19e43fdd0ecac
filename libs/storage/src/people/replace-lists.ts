import type { JudgedLists } from '@app/people';
import type pg from 'pg';
import { named, type Shard } from '../database/shards.js';
import { textArray } from '../ingest/array-literals.js';
import { BIGINT, binaryArray, INTEGER, SMALLINT } from '../ingest/binary-arrays.js';
import { VERDICT_TABLES, verdictColumns } from '../roll-ups/judged-roll-ups.js';
import { type BrowserOfClient, verdictRows, type VerdictRows } from './verdict-rows.js';

const NUMBERS = { smallint: SMALLINT, integer: INTEGER, bigint: BIGINT };

interface ListsToReplace {
  websiteId: number;
  /** Of the UTC day. */
  begin: string;
  lists: JudgedLists;
  /** Of the clients in the lists. */
  browsers: readonly BrowserOfClient[];
}

/** Replaces the verdicts on a website and day by what lists of reports tell apart. */
export async function replaceLists(
  client: pg.ClientBase,
  shard: Shard,
  { websiteId, begin, lists, browsers }: ListsToReplace,
): Promise<void> {
  for (const table of VERDICT_TABLES) {
    const { replace } = table;
    const rows = verdictRows(lists, browsers, table);
    const columns = new Map(verdictColumns(table.of).map((column) => [column.name, column.type]));
    const values = replace.parameters.map((name) => {
      if (name === 'website') return websiteId;
      if (name === 'begin') return begin;
      if (name === 'hours') return binaryArray(SMALLINT, rows.hours, (hour) => hour);
      return arrayOf(rows, name, columns.get(name) as string);
    });
    await client.query({ ...named(shard, replace.name, replace.text), values });
  }
}

function arrayOf({ columns }: VerdictRows, name: string, type: string): Buffer | string {
  const values = columns[name] as (number | string)[];
  if (type === 'text') return textArray(values, (value) => value as string);
  return binaryArray(NUMBERS[type as keyof typeof NUMBERS], values, (value) => value as number);
}
