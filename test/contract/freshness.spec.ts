import type { Freshness } from '@app/contracts';
import { aLogEntryInput, eventually } from '@app/testing';
import { expectJson, get, ingest } from '../support/http.js';
import { reportShapes } from '../support/shapes.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem({ worker: false });
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

async function freshness(): Promise<Freshness> {
  const answer = await get(system.base, '/freshness', tenant.apiKey);
  expectJson(answer, 200);
  reportShapes.freshness.parse(answer.body);
  return answer.body.data as Freshness;
}

it('tells that batches wait while no worker counts them', async () => {
  await eventually(async () =>
    expect(await freshness()).toMatchObject({ behind_seconds: 0, waiting_jobs: 0 }),
  );
  await ingest(system.base, tenant.botKey, [aLogEntryInput()]);
  await eventually(async () => {
    const { behind_seconds, waiting_jobs } = await freshness();
    expect(waiting_jobs).toBe(1);
    expect(behind_seconds).toBeGreaterThan(0);
  });
  expect((await freshness()).address_lists.oldest).not.toBeNull();
});
