import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Accounts, backupOf, withTrailer, withClient } from '@app/storage';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@app/testing';
import { runCommand } from '../../test/run-command.js';

let folder: string;
let file: Buffer;
let target: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'));
  const source = await createTestDatabase();
  await new Accounts(source.pool).createAccount({ publicId: 'acc_1', name: 'a', plan: 'free' });
  file = await withClient(source.url, 'test', async (client) => {
    const chunks: Buffer[] = [];
    for await (const chunk of withTrailer(Readable.from(backupOf(client)).pipe(createGzip())))
      chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  await source.drop();
  target = await createEmptyDatabase('plain');
});
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});

const fromFile = (octets: Buffer) => {
  const path = join(folder, 'backup.gz');
  writeFileSync(path, octets);
  return runCommand(['restore', path], { databaseUrl: target.url });
};
const fromInput = (...octets: Buffer[]) =>
  runCommand(['restore', '-'], { databaseUrl: target.url, input: octets });

const flipped = (at: number) => {
  const other = Buffer.from(file);
  other[at] = (file[at] as number) ^ 16;
  return other;
};

/** A damage of each kind, and of each part of the file. */
const DAMAGES: [string, () => Buffer][] = [
  ...[3, 9, 40, 700, -140, -100, -50, -9].map((at): [string, () => Buffer] => [
    `octet ${at} changed`,
    () => flipped(at < 0 ? file.length + at : at),
  ]),
  ['its trailer cut off', () => file.subarray(0, -117)],
  ['one octet cut off', () => file.subarray(0, -1)],
  ['its checksum cut off, and a flipped bit', () => flipped(900).subarray(0, -125)],
  ['an octet more', () => Buffer.concat([file, Buffer.of(0)])],
  ['two copies in it', () => Buffer.concat([file, file])],
  ['nothing in it', () => Buffer.alloc(0)],
];

it.each(DAMAGES)('refuses a file with %s, by name or from standard input', async (_, damage) => {
  for (const restore of [fromFile, fromInput]) {
    const { status, stdout, stderr } = await restore(damage());
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/damaged.*use another/);
    expect(stderr).not.toMatch(/unexpected|report it/);
    const { rows } = await target.pool.query(
      "SELECT relname FROM pg_stat_user_tables WHERE relname = 'accounts'",
    );
    if (rows.length > 0) expect((await target.pool.query('SELECT FROM accounts')).rowCount).toBe(0);
  }
});

it('restores the file itself after all that, from standard input', async () => {
  const half = Math.floor(file.length / 2);
  const { status, stdout } = await fromInput(file.subarray(0, half), file.subarray(half));
  expect({ status, stdout }).toMatchObject({ status: 0 });
  expect(stdout).toMatch(/1 account\./);
});
