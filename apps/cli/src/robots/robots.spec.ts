import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, removedAtEnd, type TestDatabase } from '@app/testing';
import { anOperator } from '../../test/operator.js';

const DAY_MS = 86_400_000;
const today = (plus = 0) => new Date(Date.now() + plus * DAY_MS).toISOString().slice(0, 10);

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
let website: string;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url);
  folder = mkdtempSync(join(tmpdir(), 'robots-'));
  removedAtEnd(folder);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('TRUNCATE accounts, robots_texts CASCADE');
  const account = await operator.json<{ id: string }>('accounts', 'create', '--name', 'A');
  const made = await operator.json<{ id: string }>(
    ...['websites', 'create', '--account', account.id, '--domain', 'shop.example'],
  );
  website = made.id;
});

function aFile(text: string): string {
  const path = join(folder, 'robots.txt');
  writeFileSync(path, text);
  return path;
}
const robots = (verb: string, ...more: string[]) => ['robots', verb, '--website', website, ...more];

it('gives texts, shows them with their history, and removes them', async () => {
  const known = await operator.text(...robots('show'));
  expect(known.stdout).toMatch(
    /^The robots\.txt of shop\.example is not known, so no visit is judged by it\. It is not fetched; switch that on with `.*robots fetch --website ws_/,
  );
  const file = aFile('User-agent: *\nDisallow: /a\n');
  const { stdout } = await operator.text(...robots('set', '--from', '2026-11-01', file));
  expect(stdout).toBe('Visits to shop.example are judged by this text from 2026-11-01 on (UTC).\n');
  const again = await operator.text(...robots('set', file));
  expect(again.stdout).toBe('The text of 2026-11-01 says the same, so nothing changed.\n');
  await operator.json(...robots('set', aFile('User-agent: *\nDisallow: /b\n')));
  const shown = await operator.text(...robots('show'));
  expect(shown.stdout).toMatch(
    new RegExp(
      `^User-agent: \\*\nDisallow: /b\n\nFROM +TO +SOURCE +BYTES +NOTED\n${today(1)} +- +given +27 .*\n2026-11-01 +${today()} +given +27 .*\nIt is not fetched`,
    ),
  );
  expect(await operator.json(...robots('show', '--from', '2026-11-01'))).toMatchObject({
    ...{ domain: 'shop.example', fetch: null, text: 'User-agent: *\nDisallow: /a\n' },
    texts: [{ from: today(1) }, { from: '2026-11-01', to: today() }],
  });
  const removed = await operator.json(...robots('remove', '--from', today(1)));
  expect(removed).toMatchObject({ texts: [{ from: '2026-11-01', to: null }] });
  expect(await operator.failure(1, ...robots('remove', '--from', today(1)))).toMatch(
    /^No text begins on .*: see the history/,
  );
});

it('switches the daily fetch on and off', async () => {
  expect((await operator.text(...robots('fetch'))).stdout).toMatch(
    /^A worker fetches https:\/\/shop\.example\/robots\.txt within a minute/,
  );
  expect(await operator.json(...robots('show'))).toMatchObject({ fetch: { outcome: null } });
  expect((await operator.text(...robots('show'))).stdout).toContain('the last try: none yet.');
  expect(await operator.json(...robots('fetch', '--off'))).toMatchObject({ fetch: null });
});

it('prints rules for categories', async () => {
  const { stdout } = await operator.text('robots', 'generate', '--disallow', 'ai_training, seo');
  expect(stdout).toMatch(
    /^# Bots of the category ai_training\n(#.*\n)?(User-agent: [\w-]+\n)+Disallow: \/\n\n# /,
  );
  expect(stdout).toContain('\nUser-agent: GPTBot\n');
  expect(await operator.failure(2, 'robots', 'generate', '--disallow', 'ai')).toMatch(
    /^--disallow has "ai", which is no category\. It takes ai_search, /,
  );
});

it('tells what is wrong', async () => {
  expect(await operator.failure(1, ...robots('set', join(folder, 'none.txt')))).toMatch(
    /none\.txt cannot be read: ENOENT/,
  );
  expect(await operator.failure(2, ...robots('set', aFile('#'.repeat(600_000))))).toMatch(
    /robots\.txt must be the text of a robots\.txt, of at most 500 KiB\.$/,
  );
  expect(await operator.failure(2, ...robots('set', aFile('a\0b')))).toMatch(/must have no NUL/);
  expect(await operator.failure(2, ...robots('set', '--from', '1990-01-01', aFile('')))).toMatch(
    /must be a calendar date/,
  );
  expect(await operator.failure(1, 'robots', 'show', '--website', 'ws_x')).toMatch(
    /^There is no website ws_x/,
  );
});
