import { aLogEntryInput, CHROME, GPTBOT } from '@app/testing';
import { runCommand } from '../../apps/cli/test/run-command.js';
import { ingest } from '../support/http.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem();
  tenant = await system.createTenant();
  const timestamp = new Date().toISOString();
  await ingest(system.base, tenant.botKey, [
    aLogEntryInput({ timestamp, user_agent: CHROME, referer: 'https://chatgpt.com/' }),
    aLogEntryInput({ timestamp, user_agent: GPTBOT, path: '/pricing' }),
  ]);
  await system.untilVisits(tenant.website, 2);
});
afterAll(() => system.stop());

const report = (env: Record<string, string>, ...argv: string[]) =>
  runCommand(['report', ...argv], { env: { BOTGAUGE_URL: system.base, ...env } });
const withKey = () => ({ BOTGAUGE_API_KEY: tenant.apiKey });

it('shows what the API reports', async () => {
  const outcome = await report(withKey(), '--website', tenant.website.public_id);
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  expect(outcome.stdout).toContain(`${tenant.website.domain}, `);
  expect(outcome.stdout).toContain('2 visits, 1 of them people sent by AI assistants');
  expect(outcome.stdout).toMatch(/ai_training +1 +100\.0 % +GPTBot 1/);
  expect(outcome.stdout).toMatch(/\/pricing +1 +0/);
  expect(outcome.stdout).toMatch(/ChatGPT +1/);
});

it('gives the same as one document', async () => {
  const id = tenant.website.public_id;
  const outcome = await report(withKey(), '--website', id, '--period', 'today', '--json');
  const document = JSON.parse(outcome.stdout);
  expect(document).toMatchObject({
    domain: tenant.website.domain,
    summary: { total_visits: 2, ai_referred_visits: 1 },
    bots: [{ name: 'GPTBot' }],
    referrals: [{ source: 'ChatGPT', visits: 1 }],
  });
  expect(document.series).toHaveLength(1);
});

it.each([
  [
    'no key',
    () => ({}),
    () => tenant.website.public_id,
    1,
    /BOTGAUGE_API_KEY is not set: make a key/,
  ],
  [
    'a bot key',
    () => ({ BOTGAUGE_API_KEY: tenant.botKey }),
    () => tenant.website.public_id,
    1,
    /is no API Key/,
  ],
  [
    'a wrong key',
    () => ({ BOTGAUGE_API_KEY: `${tenant.apiKey.slice(0, -1)}!` }),
    () => tenant.website.public_id,
    1,
    /does not take the key/,
  ],
  ['another website', withKey, () => 'ws_nobody', 1, /has no website ws_nobody\. It has: ws_/],
  ['no id', withKey, () => 'example.com', 2, /--website takes the id of a website/],
])('says what to do with %s', async (_, env, website, status, message) => {
  const outcome = await report(env() as Record<string, string>, '--website', website());
  expect(outcome).toMatchObject({ status, stdout: '' });
  expect(outcome.stderr).toMatch(message);
});
