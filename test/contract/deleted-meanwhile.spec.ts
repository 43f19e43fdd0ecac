import { aLogEntryInput, eventually, FakeClock } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { addWebsite, deleteWebsite } from '../support/manage.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const DOMAIN = 'shop.example';

describe.each([
  ['behind', -120_000],
  ['ahead', 120_000],
])('with the clock of the API 120 s %s', (_, shiftMs) => {
  let system: System;
  let tenant: Tenant;
  beforeEach(async () => {
    const clock = new FakeClock(Date.now() + shiftMs);
    system = await startSystem({ clock, worker: false });
    tenant = await system.createTenant({ domain: 'own.example' });
  });
  afterEach(() => system.stop());

  const manager = () => ({ base: system.base, apiKey: tenant.apiKey });
  const send = async (count: number) => {
    const entries = Array.from({ length: count }, () => aLogEntryInput({ host: DOMAIN }));
    expectProcessed(await ingest(system.base, tenant.botKey, entries), count);
  };
  /** Visits by the public id of their website. */
  async function stored(): Promise<Record<string, number>> {
    const { rows } = await system.database.pool.query<{ id: string; visits: number }>(
      `SELECT w.public_id AS id, count(*)::int AS visits
       FROM visit_entries v JOIN websites w ON w.id = v.website_id GROUP BY 1`,
    );
    return Object.fromEntries(rows.map(({ id, visits }) => [id, visits]));
  }

  it('entries count for the website that has their domain, also soon after it was deleted and added again', async () => {
    const first = await addWebsite(manager(), DOMAIN);
    await deleteWebsite(manager(), first.id);
    const second = await addWebsite(manager(), DOMAIN);
    await send(3);
    await system.startWorker();
    expectProcessed(
      await ingest(system.base, tenant.botKey, [aLogEntryInput({ host: 'last' })]),
      1,
    );
    await eventually(async () =>
      expect(await stored()).toEqual({ [second.id]: 3, [tenant.website.public_id]: 1 }),
    );
  });

  it('entries that were accepted before their website was deleted are dropped with it', async () => {
    const website = await addWebsite(manager(), DOMAIN);
    await send(3);
    await deleteWebsite(manager(), website.id);
    const second = await addWebsite(manager(), DOMAIN);
    await send(2);
    await system.startWorker();
    expectProcessed(
      await ingest(system.base, tenant.botKey, [aLogEntryInput({ host: 'last' })]),
      1,
    );
    await eventually(async () =>
      expect(await stored()).toEqual({ [second.id]: 2, [tenant.website.public_id]: 1 }),
    );
  });
});
