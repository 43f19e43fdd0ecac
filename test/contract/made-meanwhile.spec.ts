import { aLogEntryInput, eventually } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { addWebsite } from '../support/manage.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const DOMAIN = 'shop.example';

let system: System;
let tenant: Tenant;
beforeEach(async () => {
  system = await startSystem();
  tenant = await system.createTenant({ domain: 'own.example' });
});
afterEach(() => system.stop());

const manager = () => ({ base: system.base, apiKey: tenant.apiKey });

async function send(path: string, count: number, headers: Record<string, string> = {}) {
  const entries = Array.from({ length: count }, () => aLogEntryInput({ host: DOMAIN, path }));
  expectProcessed(await ingest(system.base, tenant.botKey, entries, headers), count);
}

/** Visits by the public id of their website and their path. */
async function stored(): Promise<Record<string, number>> {
  const { rows } = await system.database.pool.query<{ id: string; visits: number }>(
    `SELECT w.public_id || v.path AS id, count(*)::int AS visits
     FROM visit_entries v JOIN websites w ON w.id = v.website_id GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ id, visits }) => [id, visits]));
}

it('a website gets what comes after it was made, from the first entry on, and nothing that came before', async () => {
  const own = tenant.website.public_id;
  await send('/before', 3);
  const website = await addWebsite(manager(), DOMAIN);
  await send('/after', 2);
  await eventually(async () =>
    expect(await stored()).toEqual({ [`${own}/before`]: 3, [`${website.id}/after`]: 2 }),
  );
});

it('a request that is repeated after that counts once, for the websites of its first attempt', async () => {
  const own = tenant.website.public_id;
  const named = { 'idempotency-key': 'batch 1' };
  await send('/named', 3, named);
  await eventually(async () => expect(await stored()).toEqual({ [`${own}/named`]: 3 }));
  const website = await addWebsite(manager(), DOMAIN);
  // As after a crash of the API before its answer, and after a restore.
  await system.database.pool.query(
    "UPDATE idempotency_keys SET state = 'in_progress', lease_until = now() - interval '1 s'",
  );
  await send('/named', 3, named);
  await send('/last', 1);
  await eventually(async () =>
    expect(await stored()).toEqual({ [`${own}/named`]: 3, [`${website.id}/last`]: 1 }),
  );
});
