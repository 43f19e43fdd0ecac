import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFor } from './migrator.js';
import { SQL_DIRECTORY } from './statement.js';

const files = readdirSync(SQL_DIRECTORY, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.sql'),
);
const FLAVOURED = /\.(plain|timescale)\.sql$/;
/** Words that only TimescaleDB understands. */
const TIMESCALE_WORDS = /time_bucket|hypertable|chunk|continuous|timescaledb/i;

describe('the SQL of the storage', () => {
  it('has the same versions and names in both flavours', () => {
    const named = (flavour: 'plain' | 'timescale') =>
      migrationsFor(flavour).map(({ version, name }) => `${version} ${name}`);
    expect(named('timescale')).toEqual(named('plain'));
    expect(named('plain').length).toBeGreaterThanOrEqual(5);
  });

  it('has every migration of one flavour beside its twin', () => {
    const twins = files
      .filter((file) => file.startsWith('migrations') && FLAVOURED.test(file))
      .map((file) => file.replace(FLAVOURED, ''));
    expect(twins.length).toBeGreaterThan(0);
    for (const name of new Set(twins))
      expect(twins.filter((twin) => twin === name)).toHaveLength(2);
  });

  it.each(files)('says in the first line of %s what it is for', (file) => {
    const [first = ''] = readFileSync(join(SQL_DIRECTORY, file), 'utf8').split('\n');
    expect(first).toMatch(/^-- [A-Z].{10,}/);
  });

  it.each(files.filter((file) => !file.endsWith('.timescale.sql')))(
    'has no word of TimescaleDB in %s',
    (file) => {
      const sql = readFileSync(join(SQL_DIRECTORY, file), 'utf8').replaceAll(/--.*$/gm, '');
      expect(sql).not.toMatch(TIMESCALE_WORDS);
    },
  );
});
