import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Flavour } from './flavour.js';
import { migrationsFor } from './migrator.js';
import { SQL_DIRECTORY } from './statement.js';

const FILES = readdirSync(SQL_DIRECTORY, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.sql'))
  .map((file) => ({ file, lines: readFileSync(join(SQL_DIRECTORY, file), 'utf8').split('\n') }));
const FLAVOURED = /\.(timescale|citus)\.sql$/;
/** Words that only TimescaleDB understands. */
const TIMESCALE_WORDS = /time_bucket|hypertable|chunk|continuous|timescaledb/i;
/** Words that only Citus understands. */
const CITUS_WORDS = /citus|distributed_table|reference_table|pg_dist_|shard/i;
const LONGEST_COMMENT = 100;

const isComment = (line: string) => line.startsWith('--');
const codeOf = (lines: string[]) => lines.map((line) => line.replace(/--.*$/, '')).join('\n');

/** Returns the comment lines at the beginning of a file. */
function headerOf(lines: string[]): string[] {
  const end = lines.findIndex((line) => !isComment(line));
  return end < 0 ? lines : lines.slice(0, end);
}

/**
 * Returns the numbers of the parameters that a header names: `$3`, and `$5-$10` for all between.
 */
function parametersIn(header: string): Set<number> {
  return new Set(
    [...header.matchAll(/\$(\d+)(?:-\$(\d+))?/g)].flatMap(([, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i),
    ),
  );
}

describe('the SQL of the storage', () => {
  it('has the same versions and names in all flavours', () => {
    const named = (flavour: Flavour) =>
      migrationsFor(flavour).map(({ version, name }) => `${version} ${name}`);
    expect(named('timescale')).toEqual(named('plain'));
    expect(named('citus')).toEqual(named('plain'));
    expect(named('plain').length).toBeGreaterThanOrEqual(5);
  });

  it('has a migration for all flavours beside each of one flavour', () => {
    const files = FILES.map(({ file }) => file).filter((file) => file.startsWith('migrations'));
    const flavoured = files.filter((file) => FLAVOURED.test(file));
    expect(flavoured.length).toBeGreaterThan(0);
    const others = flavoured.map((file) => file.replace(FLAVOURED, '.sql'));
    expect(files).toEqual(expect.arrayContaining(others));
  });

  it('says at the top of each file what it is for', () => {
    const silent = FILES.filter(({ lines }) => !/^-- [A-Z].{10,}/.test(lines[0] ?? ''));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });

  it('names at the top of each statement its parameters, and no others', () => {
    const wrong = FILES.filter(({ file }) => !file.startsWith('migrations')).flatMap(
      ({ file, lines }) => {
        const told = parametersIn(headerOf(lines).join('\n'));
        const used = parametersIn(codeOf(lines));
        const same = told.size === used.size && [...used].every((number) => told.has(number));
        return same ? [] : [{ file, told: [...told], used: [...used] }];
      },
    );
    expect(wrong).toEqual([]);
  });

  it('begins the parameters on a new line', () => {
    const mixed = FILES.filter(
      ({ file, lines }) =>
        !file.startsWith('migrations') &&
        headerOf(lines).some((line) => /\$1\b/.test(line) && !line.startsWith('-- $1')),
    );
    expect(mixed.map(({ file }) => file)).toEqual([]);
  });

  it('has comments in lines that fit on a page', () => {
    const long = FILES.flatMap(({ file, lines }) =>
      lines
        .filter((line) => isComment(line.trimStart()) && line.length > LONGEST_COMMENT)
        .map((line) => `${file}: ${line}`),
    );
    expect(long).toEqual([]);
  });

  it.each([
    ['TimescaleDB', 'timescale', TIMESCALE_WORDS],
    ['Citus', 'citus', CITUS_WORDS],
  ])('has words of %s only in files for it', (_, flavour, words) => {
    const mixed = FILES.filter(
      ({ file, lines }) => !file.endsWith(`.${flavour}.sql`) && words.test(codeOf(lines)),
    );
    expect(mixed.map(({ file }) => file)).toEqual([]);
  });
});
