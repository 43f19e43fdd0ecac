import { migrationsFor } from './migrator.js';
import { splitStatements } from './split-statements.js';

describe('the statements of a file', () => {
  it.each([
    ['SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2']],
    ["SELECT ';', 'it''s;'; SELECT \";\"", ["SELECT ';', 'it''s;'", 'SELECT ";"']],
    ['-- One; two.\nSELECT 1 -- a;b\n;\n-- The end;', ['-- One; two.\nSELECT 1 -- a;b']],
    ['DO $$ BEGIN; END $$; SELECT 2', ['DO $$ BEGIN; END $$', 'SELECT 2']],
    ['DO $a$ $$;$$; $a$; SELECT $1;', ['DO $a$ $$;$$; $a$', 'SELECT $1']],
    ['-- Nothing to do here.\n', []],
  ])('%j', (sql, expected) => {
    expect(splitStatements(sql)).toEqual(expected);
  });

  it('are, joined again, the whole of each migration', () => {
    const bare = (sql: string) => sql.replaceAll(/--.*$/gm, '').replaceAll(/[\s;]/g, '');
    for (const { sql } of migrationsFor('citus'))
      expect(bare(splitStatements(sql).join(';'))).toBe(bare(sql));
  });
});
