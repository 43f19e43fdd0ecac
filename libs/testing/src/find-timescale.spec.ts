import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRows } from './check-rows.js';
import { removedAtEnd } from './cleanup.js';
import { findTimescale } from './find-timescale.js';

/** Makes a folder as Debian's packages do, with these libraries for each release of PostgreSQL. */
function installed(servers: Record<string, string[]>): string {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-timescale-')));
  for (const [server, libraries] of Object.entries(servers)) {
    for (const name of ['bin', 'lib']) mkdirSync(join(folder, server, name), { recursive: true });
    writeFileSync(join(folder, server, 'bin', 'postgres'), '');
    for (const name of libraries) writeFileSync(join(folder, server, 'lib', `${name}.so`), '');
  }
  return folder;
}

it('finds the newest community edition of all servers', () =>
  checkRows<[Record<string, string[]>, string, string]>(
    [
      [{ 15: ['timescaledb-tsl-2.28.3'] }, '15', '2.28.3'],
      [{ 15: ['timescaledb-tsl-2.28.3'], 17: ['timescaledb-tsl-2.29.2'] }, '17', '2.29.2'],
      [{ 15: ['timescaledb-tsl-2.30.0'], 17: ['timescaledb-tsl-2.29.2'] }, '15', '2.30.0'],
      // Numbers are compared, not texts.
      [{ 17: ['timescaledb-tsl-2.29.2', 'timescaledb-tsl-2.29.10'] }, '17', '2.29.10'],
      [{ 16: [], 17: ['timescaledb-2.31.0', 'timescaledb-tsl-2.29.2'] }, '17', '2.29.2'],
    ],
    ([servers, server, version]) => {
      const folder = installed(servers);
      const program = (name: string) => join(folder, server, 'bin', name);
      expect(findTimescale(folder)).toEqual({
        version,
        binaries: { initdb: program('initdb'), postgres: program('postgres') },
      });
    },
  ));

it('says why there is none', () =>
  checkRows<[Record<string, string[]>, RegExp]>(
    [
      [{}, /^no PostgreSQL with TimescaleDB's community edition in/],
      // This library is the Apache edition.
      [{ 17: ['timescaledb-2.29.2'] }, /^no PostgreSQL with TimescaleDB's community edition in/],
      [
        { 15: ['timescaledb-tsl-2.27.9'] },
        /^only TimescaleDB 2\.27\.9 .* 2\.28\.0 or newer is needed$/,
      ],
    ],
    ([servers, reason]) => expect(findTimescale(installed(servers))).toMatch(reason),
  ));
