import { createTestDatabase, describeOnFlavour, type TestDatabase } from '@app/testing';

/** The tables with rows of websites that are not in the list, with the reason. */
const NOT_LISTED = new Map([
  [
    'api_keys',
    'keys belong to the account: deleting a website ends them, and they are still shown',
  ],
  [
    'visitor_evidence',
    'its partitions are in the list, because rows are erased partition by partition',
  ],
]);

/**
 * Tables, and views of continuous aggregates, which stand for a table. Chunks belong to their
 * tables.
 */
const WITH_WEBSITE = `
SELECT CASE relnamespace WHEN current_schema()::regnamespace THEN relname
  ELSE format('%I.%I', relnamespace::regnamespace, relname) END AS relation
FROM pg_class c
WHERE relnamespace::regnamespace::text !~ '^(pg_|information_schema|_timescaledb)'
  AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'website_id' AND NOT attisdropped)
  AND (relkind IN ('r', 'p', 'm') OR relnamespace::regnamespace::text = 'in_time' AND relkind = 'v')
ORDER BY relation`;

describe.each(['plain', 'timescale'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'the list of relations of websites', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase(flavour);
    });
    afterAll(() => database.drop());
    const names = async (sql: string) =>
      (await database.pool.query<{ relation: string }>(sql)).rows.map(({ relation }) => relation);

    it('names every table with rows of websites, except those with a reason', async () => {
      const listed = await names('SELECT relation FROM website_relations');
      const found = await names(WITH_WEBSITE);
      expect(found.length).toBeGreaterThan(10);
      expect([...listed, ...NOT_LISTED.keys()].sort()).toEqual(found.sort());
    });

    it('erases relations that are made from others after those', async () => {
      const levels = new Map(
        (
          await database.pool.query<{ relation: string; level: number }>(
            'SELECT relation, level FROM website_relations',
          )
        ).rows.map(({ relation, level }) => [relation, level]),
      );
      const { rows } = await database.pool.query<{ made: string; of: string }>(
        `SELECT format('%I.%I', v.view_schema, v.view_name) AS made,
           CASE v.table_schema WHEN 'in_time' THEN 'in_time.' ELSE '' END || v.table_name AS of
         FROM information_schema.view_table_usage v WHERE v.view_schema = 'in_time'`,
      );
      if (flavour === 'timescale') expect(rows.length).toBeGreaterThan(5);
      for (const { made, of } of rows.filter(({ of }) => levels.has(of)))
        expect([made, (levels.get(made) ?? 0) > (levels.get(of) ?? 0)]).toEqual([made, true]);
    });

    it('leads to tables that exist', async () => {
      const tables = await names('SELECT relation::text FROM website_tables()');
      expect(tables.length).toBeGreaterThan(8);
      expect(tables).toContain('page_quotas');
    });
  });
});
