import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  createTestDatabase,
  type ListServer,
  removedAtEnd,
  startListServer,
  type TestDatabase,
  withEtag,
} from '@app/testing';
import { type AddressList, ADDRESS_LISTS, BUNDLED_LISTS } from '@app/verification';
import { runCommand } from '../../test/run-command.js';
import { checkAddress } from './check-address.js';
import { showLists } from './show-lists.js';

const FETCHABLE = ADDRESS_LISTS.filter(({ sources }) => sources.length > 0);
const GPTBOT = 'https://openai.com/gptbot.json';
const BUNDLED = (id: string) => BUNDLED_LISTS.find((list) => list.id === id)!;
const DAY_MS = 86_400_000;
const DATE = BUNDLED('gptbot').fetchedAt;
const daysAfter = (days: number) => Date.parse(DATE) + days * DAY_MS;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const sizeOf = (id: string) => BUNDLED(id).prefixes.length;
const streams = {
  env: {},
  input: new PassThrough(),
  output: new PassThrough(),
  errors: new PassThrough(),
};
/** No list of the release holds it. */
const NEW = '203.0.113.7';

let database: TestDatabase;
let operators: ListServer;
beforeAll(async () => {
  database = await createTestDatabase();
  operators = await startListServer();
});
beforeEach(async () => {
  await database.pool.query('TRUNCATE address_lists');
  operators.answers.clear();
  operators.asked.length = 0;
});
afterAll(async () => {
  await operators.close();
  await database.drop();
});

interface Document {
  lists: Record<string, unknown>[];
  [field: string]: unknown;
}

const run = (argv: string, env: Record<string, string> = {}, databaseUrl = database.url) =>
  runCommand(argv.split(' '), { databaseUrl, env, fetch: operators.fetch });
const json = async (argv: string, env: Record<string, string> = {}, databaseUrl = '') => {
  const { stdout } = await run(`${argv} --json`, env, databaseUrl);
  return JSON.parse(stdout) as Document;
};
const gptbotIn = ({ lists }: Document) => lists.find(({ id, list }) => (id ?? list) === 'gptbot');

/** What an operator publishes, in the form of the list. */
function publishedOf({ id, format }: AddressList, more: string[] = []): string {
  const prefixes = [...(BUNDLED_LISTS.find((list) => list.id === id)?.prefixes ?? []), ...more];
  if (prefixes.length === 0) prefixes.push('20.99.0.0/24');
  if (format === 'text') return prefixes.join('\n');
  const rows = prefixes.map((prefix) =>
    prefix.includes(':') ? { ipv6Prefix: prefix } : { ipv4Prefix: prefix },
  );
  return JSON.stringify(format === 'json' ? prefixes : { prefixes: rows });
}

function publishAll(): void {
  for (const list of FETCHABLE)
    for (const source of list.sources) operators.answers.set(source, publishedOf(list));
}

describe('lists show', () => {
  it('shows the lists of the release without a database', async () => {
    const { status, stdout, stderr } = await run('lists show', {}, '');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const { id } of ADDRESS_LISTS) expect(stdout).toMatch(new RegExp(`^${id} `, 'm'));
    expect(stdout).toMatch(
      new RegExp(`^gptbot +OpenAI +${sizeOf('gptbot')} +${DATE} +\\d+ days? .* bundled$`, 'm'),
    );
    expect(stdout).toContain(
      'No database is named (DATABASE_URL) and no service was started here, so these are the lists of this release.',
    );
    expect(await json('lists show')).toMatchObject({
      ...{ verify_lists: 'refresh', from_database: false },
    });
    const bundled = await run('lists show', { VERIFY_LISTS: 'bundled' }, '');
    expect(bundled.stdout).toContain('VERIFY_LISTS=refresh, the default, keeps them current.');
    expect(gptbotIn(await json('lists show'))).toEqual({
      id: 'gptbot',
      provider: 'OpenAI',
      role: 'bots',
      prefixes: sizeOf('gptbot'),
      fetched_at: new Date(DATE).toISOString(),
      age_days: expect.any(Number) as number,
      complete_for: ['gptbot'],
      // The list of ChatGPT-User, of the same operator, changes most often.
      proves_spoofing_until: new Date(daysAfter(2)).toISOString(),
      origin: 'bundled',
      published: expect.stringContaining('openai.com') as string,
      sources: [GPTBOT],
      failed_at: null,
      failure: null,
    });
  });

  it('tells until when each list proves that a bot was spoofed', async () => {
    const { text } = await showLists(streams, daysAfter(8));
    const line = (id: string) => text.split('\n').find((one) => one.startsWith(`${id} `));
    expect(line('gptbot')).toMatch(new RegExp(` 8 days +ended ${dayOf(daysAfter(2))} +bundled$`));
    // It is complete for no bot.
    expect(line('chatgpt-user')).toMatch(/ 8 days +- +bundled$/);
    expect(line('bingbot')).toMatch(/ 7 days +2026-08-29 +bundled$/);
    expect(line('cloudflare')).toMatch(/ 7 days +- +bundled$/);
    // Another list of its operator was never fetched.
    expect(line('amazonbot')).toMatch(/^amazonbot +Amazon +\d+ .* 8 days +- +bundled$/);
    expect(line('amzn-user')).toMatch(/^amzn-user +Amazon +- +- +- +- +-$/);
    const proving = text.match(/ -?\d+ days? +2026-\d\d-\d\d +bundled$/gm) ?? [];
    expect(proving.length).toBeGreaterThan(2);
    expect(text).toContain(`${proving.length} of ${ADDRESS_LISTS.length} lists prove today`);
    expect(text).toMatch(
      new RegExp(
        `^Of the ${FETCHABLE.filter(({ role }) => role === 'bots').length} lists of bots that operators publish for programs, \\d+ are current; \\d+ are older than they prove anything;`,
        'm',
      ),
    );
  });

  it('shows the files of a folder, and which are not used', async () => {
    const directory = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-lists-')));
    const env = { VERIFY_LISTS: directory };
    const gptbot = ADDRESS_LISTS.find(({ id }) => id === 'gptbot')!;
    writeFileSync(join(directory, 'gptbot.json'), publishedOf(gptbot, [`${NEW}/32`]));
    writeFileSync(join(directory, 'bingbot.json'), '<html>');
    const { status, stdout } = await run('lists show', env, '');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^gptbot .* 0 days .* file$/m);
    expect(stdout).toMatch(/^bingbot .* bundled$/m);
    expect(stdout).toContain(`  ${join(directory, 'bingbot.json')}: It is no JSON: "<html>"`);
    const check = await json(`lists check ${NEW} --bot GPTBot`, env);
    expect(check).toMatchObject({ verification: 'verified', lists: [{ origin: 'file' }] });
  });

  it('says when nothing is verified by them, and what is missing to see those in use', async () => {
    expect((await run('lists show', { VERIFY_LISTS: 'off' }, '')).stdout).toContain(
      'VERIFY_LISTS=off: nothing is verified by these lists.',
    );
    const nobody = 'postgres://127.0.0.1:1/nobody';
    const { status, stderr } = await run('lists show', {}, nobody);
    expect(status).toBe(1);
    expect(stderr).toContain('The database at 127.0.0.1:1 does not answer');
  });
});

describe('lists refresh', () => {
  const env = { VERIFY_LISTS: 'refresh' };

  it('fetches every list from its operator, and says so', async () => {
    publishAll();
    const { status, stdout, stderr } = await run('lists refresh', env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^gptbot +unchanged +${sizeOf('gptbot')} +-$`, 'm'));
    expect(stdout).toMatch(/^kimibot +changed +1 +-$/m);
    expect(stdout).toMatch(new RegExp(`^${FETCHABLE.length} lists are current: \\d+ changed`, 'm'));
    expect(stdout).not.toContain('another value is set here');
    const asked = operators.asked.map(({ address }) => address);
    expect(asked.sort()).toEqual(FETCHABLE.flatMap(({ sources }) => sources).sort());

    // By default, too, the lists are those of the database.
    const shown = await json('lists show', {}, database.url);
    const fetched = FETCHABLE.filter(({ role }) => role === 'bots').length;
    expect(shown).toMatchObject({
      from_database: true,
      counts: { lists: fetched, current: fetched, old: 0, missing: 0 },
    });
    for (const list of FETCHABLE) {
      expect(shown.lists.find(({ id }) => id === list.id)).toMatchObject({
        age_days: 0,
        origin: 'fetched',
        failure: null,
      });
    }
    // Now that they are new, they prove spoofing.
    const check = `lists check ${NEW} --bot bingbot`;
    expect(await json(check, env, database.url)).toMatchObject({ reason: 'outside_complete_list' });
  });

  it('keeps what is valid, gives the reason for each of the others, and fails', async () => {
    const gptbot = FETCHABLE.find(({ id }) => id === 'gptbot')!;
    operators.answers.set(GPTBOT, withEtag(publishedOf(gptbot, [`${NEW}/32`]), '"v1"'));
    operators.answers.set('https://www.bing.com/toolbox/bingbot.json', '<html>');
    const { status, stdout, stderr } = await run('lists refresh', { VERIFY_LISTS: 'bundled' });
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`^gptbot +changed +${sizeOf('gptbot') + 1} +-$`, 'm'));
    expect(stdout).toMatch(/^bingbot +refused +\d+ +It is no JSON: "<html>"$/m);
    expect(stdout).toMatch(/^oai-searchbot +failed +\d+ +openai\.com: it answered with 404$/m);
    expect(stdout).toContain('only with VERIFY_LISTS=refresh, the default: another value is set');
    const missing = FETCHABLE.length - 1;
    expect(stderr).toContain(`${missing} of ${FETCHABLE.length} lists were not refreshed`);

    const shown = await run('lists show', env);
    expect(shown.stdout).toMatch(/^gptbot .* 0 days .* fetched$/m);
    expect(shown.stdout).toMatch(/^ {2}bingbot, 2\S+Z: It is no JSON: "<html>"$/m);
    expect(await json(`lists check ${NEW} --bot GPTBot`, env, database.url)).toMatchObject({
      verification: 'verified',
      reason: 'in_list',
      list: 'gptbot',
    });
    expect(gptbotIn(await json('lists refresh', env, database.url))).toEqual({
      list: 'gptbot',
      outcome: 'unchanged',
      prefixes: sizeOf('gptbot') + 1,
      reason: null,
    });
    expect(operators.asked.filter(({ address }) => address === GPTBOT)).toEqual([
      { address: GPTBOT, etag: undefined },
      { address: GPTBOT, etag: '"v1"' },
    ]);
  });

  it('needs a database', async () => {
    const { status, stderr } = await run('lists refresh', env, '');
    expect(status).toBe(1);
    expect(stderr).toContain('DATABASE_URL is not set: give the address of a PostgreSQL');
    expect(operators.asked).toEqual([]);
  });
});

describe('lists check', () => {
  it.each([
    ['66.249.66.1', 'Googlebot', 'verified', 'in_list', ['googlebot']],
    [NEW, 'GPTBot', 'spoofed', 'outside_complete_list', []],
    ['20.171.1.1', 'GPTBot', 'unverifiable', 'near_list', ['microsoft-cloud']],
    [
      '34.64.6.9',
      'Googlebot',
      'unverifiable',
      'other_list',
      ['google-user-triggered-fetchers', 'google-cloud'],
    ],
    ['66.249.66.1', 'GPTBot', 'spoofed', 'outside_complete_list', ['googlebot']],
    ['104.16.0.1', 'gptbot', 'unverifiable', 'edge_address', ['cloudflare']],
    ['203.0.113.0', 'GPTBot', 'unverifiable', 'masked_address', []],
    ['10.0.0.1', 'GPTBot', 'unverifiable', 'not_public', []],
    [NEW, 'curl', 'unverifiable', 'no_list', []],
  ])('tells of %s as %s: %s', async (address, bot, verification, reason, holding) => {
    const { document } = await checkAddress(streams, address, { bot }, daysAfter(1));
    expect(document).toMatchObject({ verification, reason });
    expect((document as Document).lists.map(({ id }) => id)).toEqual(holding);
  });

  it('takes an address in any form, and tells it in sentences', async () => {
    const command = 'lists check ::FFFF:66.249.66.1 --bot googlebot';
    const { stdout, status } = await run(command, { VERIFY_LISTS: 'bundled' }, '');
    expect(status).toBe(0);
    const date = BUNDLED('googlebot').fetchedAt;
    expect(stdout).toBe(
      [
        'LIST       PROVIDER  KIND  PREFIX          DATE',
        `googlebot  Google    bots  66.249.66.0/24  ${date}`,
        '',
        `A visit by Googlebot from there now is verified: the address is in a list of the bot's operator (googlebot of ${date}).`,
        'VERIFY_LISTS=bundled: the lists are as old as this release. VERIFY_LISTS=refresh, the default, keeps them current.',
        '',
      ].join('\n'),
    );
    const { text } = await checkAddress(streams, NEW, { bot: 'GPTBot' }, daysAfter(1));
    expect(text).toMatch(/^No list holds 203\.0\.113\.7\.\n\nA visit by GPTBot .* is spoofed: /);
  });

  it('refuses what is no address, and an unknown bot', async () => {
    const nobody = await run('lists check nobody', {}, '');
    expect(nobody).toMatchObject({ status: 2, stdout: '' });
    expect(nobody.stderr).toContain('It must be an address like 66.249.66.1');
    const unknown = await run('lists check 1.1.1.1 --bot gtpbot', {}, '');
    expect(unknown).toMatchObject({ status: 2, stdout: '' });
    expect(unknown.stderr).toContain('There is no bot "gtpbot": docs/bots.md has the names.');
  });
});
