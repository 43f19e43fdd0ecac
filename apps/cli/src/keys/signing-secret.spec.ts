import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createSecretKey } from 'node:crypto';
import { SealedSecrets } from '@app/access';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { anOperator } from '../../test/operator.js';
import { runCommand } from '../../test/run-command.js';

const SECRET_KEY = 'ab'.repeat(32);
const SECRET = 'whsec_0123456789';

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
let folder: string;
let key: string;
let apiKey: string;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signing-secret-'));
  const make = async (...argv: string[]) => (await operator.json<{ id: string }>(...argv)).id;
  const account = await make('accounts', 'create', '--name', 'one');
  const site = ['--account', account, '--domain', 'example.com'];
  const website = await make('websites', 'create', ...site);
  apiKey = await make('keys', 'create', '--kind', 'api', '--account', account);
  key = await make('keys', 'create', '--kind', 'bot', '--website', website);
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Runs `keys signing-secret`, with this on standard input. */
const change = (id: string, options: string[] = [], input = '', env: object = { SECRET_KEY }) =>
  runCommand(['keys', 'signing-secret', id, ...options], {
    databaseUrl: database.url,
    env: env as Record<string, string>,
    input: [input],
  });

async function stored(): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ first_key: number; sealed: Buffer }>(
    'SELECT first_key, sealed FROM signing_secrets',
  );
  const [row] = rows;
  if (!row) return undefined;
  const secrets = new SealedSecrets(createSecretKey(SECRET_KEY, 'hex'));
  const opened = secrets.open(row.sealed, { purpose: 'signing', lineageId: row.first_key });
  return opened.kind === 'opened' ? opened.secret : opened.kind;
}

it.each(['', '\n', '\r\n'])(
  'reads the secret from standard input, with %j at its end',
  async (end) => {
    const outcome = await change(key, [], SECRET + end);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain(`Key ${key}`);
    expect(outcome.stdout).toContain('has a signing secret.');
    expect(outcome.stdout).not.toContain(SECRET);
    expect(await stored()).toBe(SECRET);
  },
);

it('reads it from a file, shows it nowhere, and removes it without SECRET_KEY', async () => {
  const file = path.join(folder, 'secret.txt');
  fs.writeFileSync(file, 'from a file\n');
  expect(await change(key, ['--file', file, '--json'])).toMatchObject({ status: 0 });
  expect(await stored()).toBe('from a file');
  const [, listed] = await operator.json<object[]>('keys', 'list');
  expect(listed).toMatchObject({ id: key, has_signing_secret: true });
  const removed = await change(key, ['--remove'], '', {});
  expect(removed.stdout).toContain('has no signing secret.');
  expect(await stored()).toBeUndefined();
});

it.each<[string, () => ReturnType<typeof change>, number, RegExp]>([
  ['too little', () => change(key, [], 'short'), 1, /^The secret must be a text of 8 to 512/],
  ['nothing', () => change(key), 1, /^The secret must be a text/],
  ['a missing file', () => change(key, ['--file', '/none']), 1, /\/none cannot be read \(ENOENT\)/],
  ['two wishes', () => change(key, ['--file', 'x', '--remove']), 2, /cannot be used with/],
  ['no SECRET_KEY', () => change(key, [], SECRET, {}), 1, /SECRET_KEY is not set: give the one of/],
  [
    'a wrong SECRET_KEY',
    () => change(key, [], SECRET, { SECRET_KEY: 'x' }),
    1,
    /SECRET_KEY must be/,
  ],
  ['an API Key', () => change(apiKey, [], SECRET), 1, /is an API Key, which sends no log entries/],
  ['an unknown key', () => change('key_none', [], SECRET), 1, /There is no key key_none/],
  ['the value of a key', () => change('bot_x', [], SECRET), 2, /That is a key's value, not its id/],
])('refuses %s, without repeating the secret', async (_, run, status, message) => {
  const outcome = await run();
  expect(outcome).toMatchObject({ status, stdout: '' });
  expect(outcome.stderr).toMatch(message);
  expect(outcome.stderr).not.toContain(SECRET);
  expect(await stored()).toBeUndefined();
});

it('refuses a key that works no more', async () => {
  await operator.json('keys', 'revoke', key);
  const outcome = await change(key, [], SECRET);
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(/has expired or was revoked: name a key that works/);
});
