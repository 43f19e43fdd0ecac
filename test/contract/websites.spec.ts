import { get, rateLimitOf } from '../support/http.js';
import { readWebsites } from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import { createWebsite, type System } from '../support/system-on-queue.js';

let system: System;
beforeAll(async () => {
  system = await shareSystemOn('postgres');
});
afterAll(() => system.stop());

describe('The list of websites', () => {
  it('has id, domain, tracking_id, count, behaviour and created_at of each', async () => {
    const { apiKey, website } = await system.createTenant({ domain: 'shop.example.com' });
    const websites = await readWebsites({ base: system.base, apiKey });
    expect(websites).toEqual([
      {
        id: website.public_id,
        domain: 'shop.example.com',
        tracking_id: website.tracking_id,
        count: 'all',
        behaviour: 'default',
        created_at: website.created_at.toISOString(),
      },
    ]);
    expect(websites[0]?.id).toMatch(/^ws_[0-9A-Za-z]+$/);
    expect(websites[0]?.tracking_id).toMatch(/^t_[0-9A-Za-z]+$/);
    expect(websites[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('is ordered by created_at, then id', async () => {
    const { apiKey, account, website } = await system.createTenant({ domain: 'd0.example' });
    const added = [];
    for (const domain of ['d1.example', 'd2.example', 'd3.example', 'd4.example'])
      added.push(await createWebsite(system.accounts, account, domain));
    const at = (id: number, time: string) =>
      system.database.pool.query('UPDATE websites SET created_at = $2 WHERE id = $1', [id, time]);
    const [one, two, three, four] = added.map(({ id }) => id) as [number, number, number, number];
    await at(website.id, '2026-03-01T00:00:00Z');
    await at(one, '2026-02-01T00:00:00.001Z');
    await at(three, '2026-01-01T00:00:00Z');
    await at(four, '2026-02-01T00:00:00Z');
    // The row that was written last is the last one in the table, but its id is the smaller one.
    await at(two, '2026-02-01T00:00:00Z');
    const websites = await readWebsites({ base: system.base, apiKey });
    expect(websites.map(({ domain }) => domain)).toEqual([
      'd3.example',
      'd2.example',
      'd4.example',
      'd1.example',
      'd0.example',
    ]);
  });

  it('has only the websites of the account', async () => {
    const [mine, other] = [await system.createTenant(), await system.createTenant()];
    const ids = async (apiKey: string) =>
      (await readWebsites({ base: system.base, apiKey })).map(({ id }) => id);
    expect(await ids(mine.apiKey)).toEqual([mine.website.public_id]);
    expect(await ids(other.apiKey)).toEqual([other.website.public_id]);
  });

  it('of an account without websites is empty', async () => {
    const { account } = await system.createTenant();
    await system.database.pool.query('DELETE FROM api_keys WHERE account_id = $1', [account.id]);
    await system.database.pool.query('DELETE FROM websites WHERE account_id = $1', [account.id]);
    const apiKey = await system.createKey('api', account);
    expect(await readWebsites({ base: system.base, apiKey })).toEqual([]);
  });

  it('has no next_cursor unless a page is asked for; other parameters are ignored', async () => {
    const { apiKey } = await system.createTenant();
    const answer = await get(system.base, '/websites?period=x&page=9', apiKey);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ websites: [expect.anything()] });
    rateLimitOf(answer);
  });
});
