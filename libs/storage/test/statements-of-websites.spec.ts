import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnFlavour, type TestDatabase } from '@app/testing';
import { SQL_DIRECTORY, statement } from '../src/database/statement.js';
import type { Pool } from '../src/database/pool.js';
import { shardsOf } from '../src/database/shards.js';
import { localText } from '../src/reports/local-text.js';
import { WebsiteNode } from '../src/reports/website-node.js';
import { filledDatabase } from './filled-database.js';
import {
  ABOUT_ONE_WEBSITE,
  ABOUT_SEVERAL_WEBSITES,
  DISTRIBUTED,
  ON_SEVERAL_NODES,
  textOf,
  WITH_OTHER_FILTERS,
} from './statements-of-websites.js';

/** Statements of these folders write where websites are, or change the schema. */
const OTHER_FOLDERS = ['database', 'ingest', 'migrations'];
/** It has no text of its own: two others begin with it. */
const PARTS = ['raw/chosen_visits'];
const NAMED = new RegExp(
  `\\b(?:FROM|JOIN|INTO|UPDATE|TABLE|LIKE) (?:ONLY )?(${DISTRIBUTED.join('|')})\\b`,
);
/** What readers of reports send to the node of the website. */
const ASKED_ON_NODES = /^(?:reports|robots)\/|^raw\/(?:find_names|visits_of_days)$/;
/** Functions that read or change distributed relations. */
const CALLS = /\b(?:drop_visit_partitions|make_visit_partitions)\(/;

function statementsWithWebsites(): string[] {
  return readdirSync(SQL_DIRECTORY)
    .filter((folder) => !OTHER_FOLDERS.includes(folder))
    .flatMap((folder) =>
      readdirSync(join(SQL_DIRECTORY, folder)).map((file) => `${folder}/${file.slice(0, -4)}`),
    )
    .filter((name) => !PARTS.includes(name))
    .filter((name) => NAMED.test(textOf(name)) || CALLS.test(statement(name)));
}

it('stand in one of the lists, and nothing else does', () => {
  const listed = [ABOUT_ONE_WEBSITE, ABOUT_SEVERAL_WEBSITES, ON_SEVERAL_NODES].flatMap(Object.keys);
  expect(listed.sort()).toEqual(statementsWithWebsites().sort());
  expect(listed).toEqual(expect.arrayContaining(Object.keys(WITH_OTHER_FILTERS)));
});

describeOnFlavour('citus', 'A statement', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    ({ database, pool } = await filledDatabase('citus'));
    await pool.query("INSERT INTO pages (website_id, id, path) VALUES (1, 1, '/x'), (2, 1, '/x')");
    await pool.query('UPDATE dictionary_numbers SET last_referer = 7 WHERE website_id = 1');
  });
  afterAll(async () => {
    await shardsOf(pool).end();
    await pool.end();
    await database.drop();
  });

  it('reads distributed relations as the list says', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `WITH RECURSIVE distributed AS (
         SELECT logicalrelid::oid AS oid FROM pg_dist_partition WHERE partmethod = 'h'
         UNION
         SELECT r.ev_class FROM distributed d
           JOIN pg_depend p ON p.refobjid = d.oid AND p.refclassid = 'pg_class'::regclass AND p.classid = 'pg_rewrite'::regclass
           JOIN pg_rewrite r ON r.oid = p.objid
       )
       SELECT relname AS name FROM distributed JOIN pg_class c USING (oid) WHERE relname !~ '^visits_\\d'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...DISTRIBUTED].sort());
  });

  it.each([...Object.entries(ABOUT_ONE_WEBSITE), ...Object.entries(WITH_OTHER_FILTERS)])(
    'about one website is one task: %s',
    async (name, values) => {
      const { rows } = await pool.query<Record<string, string>>(
        `EXPLAIN ${textOf(name)}`,
        values(2),
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan.match(/Task Count: \d+|Distributed Subplan/g)).toEqual(['Task Count: 1']);
      await pool.query(textOf(name), values(2));
    },
  );

  it.each(
    [...Object.entries(ABOUT_ONE_WEBSITE), ...Object.entries(WITH_OTHER_FILTERS)].filter(([name]) =>
      ASKED_ON_NODES.test(name),
    ),
  )(
    'says the same on the node of its website, where Citus plans nothing: %s',
    async (name, values) => {
      const node = new WebsiteNode(pool);
      const there = await node.ask(name, statement(name), values(2));
      expect(there).toEqual((await pool.query(statement(name), values(2))).rows);
      const plans = await shardsOf(pool).onEach(
        [2],
        (website) => website,
        async (shard) => {
          const text = localText(statement(name), await node.relationsOn(shard));
          return (await shard.pool.query<object>(`EXPLAIN ${text}`, values(2))).rows;
        },
      );
      expect(JSON.stringify(plans)).not.toMatch(/Citus/);
      expect(JSON.stringify(plans)).toMatch(/cost=/);
    },
  );

  it.each(Object.entries(ABOUT_SEVERAL_WEBSITES))(
    'about several says of them what it says of each: %s',
    async (name, { composition, values }) => {
      const ask = async (...websites: number[]) =>
        (await pool.query<Record<string, unknown>>(statement(name), values(websites))).rows;
      const together = await ask(1, 2);
      const [one, other] = [await ask(1), await ask(2)];
      expect([one.length, other.length]).not.toContain(0);
      if (composition === 'all rows') {
        expect(inOrder(together)).toEqual(inOrder([...one, ...other]));
        return;
      }
      const [visits, ofOne, ofOther] = [together, one, other].map(([row]) => Number(row?.visits));
      expect(ofOne).toBeGreaterThan(0);
      expect(ofOther).toBeGreaterThan(0);
      expect(visits).toBe(Number(ofOne) + Number(ofOther));
    },
  );
});

/** Rows come in any order, and so do the places of the arrays that are in them. */
function inOrder(rows: Record<string, unknown>[]): string[] {
  return rows.map((row) => JSON.stringify(zipped(row))).sort();
}

function zipped(row: Record<string, unknown>): unknown[] {
  const arrays = Object.values(row).filter(Array.isArray) as unknown[][];
  const places = arrays[0]?.map((_, at) => JSON.stringify(arrays.map((array) => array[at])));
  return [...Object.entries(row).filter(([, value]) => !Array.isArray(value)), places?.sort()];
}
