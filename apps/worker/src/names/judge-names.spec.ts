import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import { createLogger } from '@app/observability';
import { createPool, DeclaredBots, type Pool, upsertBots } from '@app/storage';
import { createTestDatabase, runUpkeepRound, type TestDatabase } from '@app/testing';
import { judgeNamesTask, registryMark } from './judge-names.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const logger = createLogger('test', 'silent');
  const settings = { max: 2, name: 'test', statementTimeoutMs: 20_000 };
  pool = createPool({ url: database.url, ...settings, logger });
  await pool.query(`INSERT INTO accounts (public_id, name, plan) VALUES ('acc_1', 'A', 'free')`);
  await upsertBots(pool, BOT_REGISTRY, REGISTRY_VERSION);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('takes reserved names away from bots that were stored under them, and no others', async () => {
  const declared = (name: string) => ({
    ...{ key: name.toLowerCase(), name, provider: 'Unknown', category: 'unidentified' as const },
  });
  const before = new DeclaredBots(pool, { registry: 'of a release without reserved names' });
  await before.resolve(1, ['Claude Bot', 'Vulnerability scanner', 'Zorglub'].map(declared));

  const round = await runUpkeepRound(pool, judgeNamesTask(BOT_REGISTRY));

  expect(round.done).toEqual({ names: 3 });
  const { rows } = await pool.query<{ name: string; named: string | null }>(
    `SELECT d.name, b.name AS named FROM declared_bots d LEFT JOIN bots b ON b.id = d.bot_id ORDER BY d.name`,
  );
  expect(rows).toEqual([
    { name: 'Claude Bot', named: 'Unidentified bot' },
    { name: 'Vulnerability scanner', named: 'Unidentified bot' },
    { name: 'Zorglub', named: null },
  ]);
});

it('gives operators to names that were stored without, and tells which of them are for AI', async () => {
  const before = new DeclaredBots(pool, { registry: 'of a release without operators' });
  const stored = (name: string, provider: string) => ({
    ...{ key: name.toLowerCase(), name, provider, category: 'unidentified' as const },
  });
  const names = [stored('Google-Qzx', 'Unknown'), stored('Qzx-Fetcher', 'anthropic.com')];
  await before.resolve(1, [...names, stored('Qzx-Other', 'zorglub.dev')]);

  await runUpkeepRound(pool, judgeNamesTask(BOT_REGISTRY));

  const { rows } = await pool.query(
    `SELECT name, provider, category FROM declared_bots WHERE name LIKE '%Qzx%' ORDER BY name`,
  );
  expect(rows).toEqual([
    { name: 'Google-Qzx', provider: 'Google', category: 'unidentified' },
    { name: 'Qzx-Fetcher', provider: 'Anthropic', category: 'ai_unidentified' },
    { name: 'Qzx-Other', provider: 'zorglub.dev', category: 'unidentified' },
  ]);
});

it('marks a registry with other rows as another one', () => {
  expect(registryMark(BOT_REGISTRY)).not.toBe(registryMark(BOT_REGISTRY.slice(1)));
});
