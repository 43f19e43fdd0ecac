import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import { upsertBots } from '@app/storage';
import { aLogEntryInput, GPTBOT } from '@app/testing';
import { expectError, get, ingest, rateLimitOf } from '../support/http.js';
import { readBots, readKnownBots, readSummary } from '../support/reports.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystemOn('postgres');
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const list = () => readKnownBots({ base: system.base, apiKey: tenant.apiKey });

/** Compares by bytes, as PostgreSQL does with COLLATE "C". */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('The list of known bots', () => {
  it('has name, provider, category and documentation of every row of the registry', async () => {
    const expected = BOT_REGISTRY.map(({ name, provider, category, documentation }) => ({
      name,
      provider,
      category,
      documentation,
    })).sort((a, b) => byBytes(a.name, b.name));
    expect(await list()).toEqual(expected);
  });

  it('gives one bot by its name, in upper or lower case', async () => {
    const ask = async (bot: string) => {
      const answer = await get(system.base, `/bots?bot=${encodeURIComponent(bot)}`, tenant.apiKey);
      return answer.body.data.bots as { name: string }[];
    };
    for (const name of ['GPTBot', 'gptbot'])
      expect(await ask(name)).toEqual((await list()).filter((bot) => bot.name === 'GPTBot'));
    expect(await ask('GPT')).toEqual([]);
    expect(await ask("'; --")).toEqual([]);
    expectError(await get(system.base, '/bots?bot=', tenant.apiKey), 'VALIDATION_ERROR');
  });

  it('has the rows of bots without a name, and no row for people', async () => {
    const bots = await list();
    for (const name of ['Unidentified bot', 'No user agent', 'Disguised browser']) {
      expect(bots).toContainEqual(
        expect.objectContaining({ name, provider: 'Unknown', documentation: null }),
      );
    }
    expect(bots.map((bot) => bot.category)).not.toContain('human');
  });

  it('is the same for every account, and counts against the limit of the account', async () => {
    const other = await system.createTenant();
    expect(await readKnownBots({ base: system.base, apiKey: other.apiKey })).toEqual(await list());
    const first = rateLimitOf(await get(system.base, '/bots', other.apiKey));
    const second = rateLimitOf(await get(system.base, '/bots', other.apiKey));
    expect(second.remaining).toBe(first.remaining - 1);
  });

  it('follows a newer registry, even for past visits, and ignores an older one', async () => {
    const row = BOT_REGISTRY.find((bot) => bot.name === 'GPTBot');
    if (row === undefined) throw new Error('GPTBot is not in the registry');
    const timestamp = new Date().toISOString();
    await ingest(system.base, tenant.botKey, [aLogEntryInput({ timestamp, user_agent: GPTBOT })]);
    await system.untilVisits(tenant.website, 1);
    const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
    expect((await readSummary(reading, 'period=today')).ai_bot_visits).toBe(1);

    const { pool } = system.database;
    await upsertBots(pool, [{ ...row, category: 'seo' }], REGISTRY_VERSION + 1);
    expect(await list()).toContainEqual(
      expect.objectContaining({ name: 'GPTBot', category: 'seo' }),
    );
    expect(await readBots(reading, 'period=today')).toEqual([
      expect.objectContaining({ name: 'GPTBot', category: 'seo', visits: 1 }),
    ]);
    expect((await readSummary(reading, 'period=today')).ai_bot_visits).toBe(0);

    await upsertBots(pool, BOT_REGISTRY, REGISTRY_VERSION);
    expect(await list()).toContainEqual(
      expect.objectContaining({ name: 'GPTBot', category: 'seo' }),
    );
  });

  it('accepts a new row of a newer registry and leaves the others alone', async () => {
    const before = await list();
    const [row] = BOT_REGISTRY;
    if (row === undefined) throw new Error('The registry is empty');
    const added = { ...row, id: 999_999, slug: 'zz-new', name: 'zz new' };
    await upsertBots(system.database.pool, [added], REGISTRY_VERSION + 2);
    const after = await list();
    expect(after).toHaveLength(before.length + 1);
    expect(after.filter((bot) => bot.name !== 'zz new')).toEqual(before);
  });
});
