import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import { upsertBots } from '@app/storage';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { anOperator } from '../../test/operator.js';

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
let website: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await upsertBots(database.pool, BOT_REGISTRY, REGISTRY_VERSION);
  operator = anOperator(database.url);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('TRUNCATE accounts CASCADE');
  const account = await operator.json<{ id: string }>('accounts', 'create', '--name', 'A');
  const made = await operator.json<{ id: string }>(
    ...['websites', 'create', '--account', account.id, '--domain', 'shop.example'],
  );
  website = made.id;
});

const create = (kind: string, ...more: string[]) => [
  ...['alerts', 'create', '--website', website, '--kind', kind],
  ...more,
];

it('makes alerts, lists and deletes them', async () => {
  expect((await operator.text('alerts', 'list')).stdout).toMatch(/^There is no alert\. Make one/);
  const made = await operator.json<{ id: string }>(
    ...create('errors', '--bot', 'gptbot', '--statuses', '404', '--share', '0.05'),
  );
  expect(made).toMatchObject({
    ...{ website_id: website, domain: 'shop.example', kind: 'errors', bot: 'GPTBot' },
    ...{ statuses: '404', share: 0.05, least: 20, enabled: true },
  });
  const text = await operator.text(...create('new_bot', '--categories', 'ai_search,search_engine'));
  expect(text.stdout).toMatch(
    /^Alert al_\w+ of shop\.example: A bot of the categories ai_search or search_engine comes for the first time\.\nThe service looks every minute\./,
  );
  const { stdout } = await operator.text('alerts', 'list', '--website', website);
  expect(stdout).toMatch(/^ID +WEBSITE +TELLS +OPEN +CREATED\n/);
  expect(stdout).toContain('At least 5 % of the visits of GPTBot');
  expect((await operator.text('alerts', 'delete', made.id)).stdout).toBe(
    `Alert ${made.id} of shop.example is deleted. Its events stay in the list.\n`,
  );
  expect(await operator.json('alerts', 'list')).toHaveLength(1);
  expect(await operator.failure(1, 'alerts', 'delete', made.id)).toMatch(/^There is no alert al_/);
});

it('changes alerts, and lets them pause', async () => {
  const { id } = await operator.json<{ id: string }>(...create('errors', '--bot', 'gptbot'));
  expect(
    await operator.json('alerts', 'update', id, '--bot', 'claudebot', '--share', '0.2'),
  ).toMatchObject({ id, bot: 'ClaudeBot', share: 0.2, least: 20, enabled: true });
  expect((await operator.text('alerts', 'disable', id)).stdout).toMatch(
    /^Alert al_\w+ of shop\.example: At least 20 % of the visits of ClaudeBot.* It is disabled, and tells nothing\.\n$/,
  );
  expect((await operator.text('alerts', 'list')).stdout).toContain('(disabled) At least 20 %');
  expect(await operator.json('alerts', 'enable', id)).toMatchObject({ enabled: true, share: 0.2 });
  expect(await operator.failure(2, 'alerts', 'update', id)).toMatch(/^Say what to change/);
  expect(await operator.failure(2, 'alerts', 'update', id, '--feed', 'json')).toMatch(
    /^--feed is not a field of an alert of the kind errors\./,
  );
  expect(await operator.failure(2, 'alerts', 'update', id, '--share', '7')).toMatch(
    /^--share must be a number from 0\.001 to 1\./,
  );
  expect(await operator.failure(1, 'alerts', 'update', id, '--bot', 'Nobody')).toMatch(
    /^There is no bot Nobody/,
  );
  expect(await operator.failure(1, 'alerts', 'enable', 'al_x')).toMatch(/^There is no alert al_x/);
});

it('tells what is wrong', async () => {
  expect(await operator.failure(2, ...create('errors', '--share', 'a'))).toMatch(
    /^--share must be a number from 0\.001 to 1\./,
  );
  expect(await operator.failure(2, ...create('spoofed', '--feed', 'json'))).toMatch(
    /^--feed says nothing to an alert of this kind\./,
  );
  expect(await operator.failure(2, ...create('mood'))).toMatch(
    /--kind.*Allowed choices are new_bot/,
  );
  expect(await operator.failure(1, ...create('spoofed', '--bot', 'Nobody'))).toMatch(
    /^There is no bot Nobody: give its name as/,
  );
  expect(
    await operator.failure(1, 'alerts', 'create', '--website', 'ws_x', '--kind', 'spoofed'),
  ).toMatch(/^There is no website ws_x/);
});

it('lists events with their sentences', async () => {
  expect((await operator.text('alerts', 'events')).stdout).toBe('There is no event.\n');
  await database.pool.query(
    `INSERT INTO events (public_id, account_id, website_id, kind, cause, opened_at, seen_at, closed_at, figures)
     SELECT e.id, account_id, w.id, 'dead_entries', 'dead', '2026-11-20T12:00Z', now(), closed_at, '{"entries": 2}'
     FROM websites w, (VALUES ('ev_1', NULL), ('ev_2', now())) AS e (id, closed_at)`,
  );
  const { stdout } = await operator.text('alerts', 'events');
  expect(stdout).toMatch(
    /^2026-11-20 12:00 {2}closed {2}shop\.example: 2 log entries of the last 24 hours.*\n2026-11-20 12:00 {2}open {4}shop/,
  );
  expect(await operator.json('alerts', 'events', '--open', '--website', website)).toMatchObject([
    { id: 'ev_1', closed_at: null },
  ]);
  expect(await operator.json('alerts', 'events', '--kind', 'errors')).toEqual([]);
});
