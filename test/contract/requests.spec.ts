import { aLogEntryInput, CHROME } from '@app/testing';
import { ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { readBots, readSummary } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

let system: System | undefined;
afterEach(() => system?.stop());

/** A visit now, with the user agent of a browser. */
const visit = (path: string, status_code = 200) => ({
  ...aLogEntryInput({ timestamp: new Date().toISOString(), user_agent: CHROME }),
  path,
  status_code,
});
const PROBES = ['/.env?a=b', '/blog//wp-login.php', '/%2egit/config'].map((path) =>
  visit(path, 404),
);

/** Returns how often the report names each bot, and how many visits of people it counts. */
async function counted({ base, untilVisits }: System, tenant: Tenant, visits: number) {
  await untilVisits(tenant.website, visits);
  const reading = { base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const { human_visits: people } = await readSummary(reading, 'period=today');
  const bots = await readBots(reading, 'period=today');
  return {
    people,
    bots: bots.map(({ name, category, visits }) => ({ name, category, visits })),
  };
}

it.each([
  ['by themselves', {}, { people: 1, scanners: 3 }],
  ['not at all', { BEHAVIOUR: 'off' }, { people: 4, scanners: 0 }],
])('requests are judged %s', async (_, env, { people, scanners }) => {
  system = await startSystem({ env });
  const tenant = await system.createTenant();
  const answer = await ingest(system.base, tenant.botKey, [...PROBES, visit('/about')]);
  expect(answer.status).toBe(200);
  const scanner = { name: 'Vulnerability scanner', category: 'security_scanner', visits: scanners };
  expect(await counted(system, tenant, 4)).toEqual({ people, bots: scanners ? [scanner] : [] });
  expect(await metricOf(system.base, 'botgauge_batches_unsealed_total')).toBe(0);
});
