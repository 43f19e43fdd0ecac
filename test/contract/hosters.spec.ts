import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peopleJudgeTask } from '@app/storage';
import { aLogEntryInput, CHROME, removedAtEnd, runUpkeepRound } from '@app/testing';
import { ingest } from '../support/http.js';
import { readSummary } from '../support/reports.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';

const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;
const YESTERDAY = new Date(NOON).toISOString().slice(0, 10);

const entry = (ip: string, path: string, referer?: string) =>
  aLogEntryInput({
    ...{ ip, path, user_agent: CHROME, timestamp: new Date(NOON).toISOString() },
    ...(referer !== undefined && { referer }),
  });
/** A page with its files, as a reader loads them. */
const reader = (ip: string) => [
  entry(ip, '/'),
  entry(ip, '/style.css', 'https://example.com/'),
  entry(ip, '/logo.png', 'https://example.com/'),
];
/** A page that names itself as what led to it, which is nearly enough for automation. */
const suspect = (ip: string) => entry(ip, '/about', 'https://example.com/about');

let system: System;
beforeAll(async () => {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-hosters-')));
  writeFileSync(join(folder, 'some.txt'), '# Hosters\n198.51.100.0/24\n2001:db8:7::/48\n');
  const env = { BEHAVIOUR: 'visitor', HOSTER_LISTS: folder };
  system = await startSystemOn('postgres', { env });
});
afterAll(() => system.stop());

it('the address of a hoster decides where little was missing, and never against a reader', async () => {
  const tenant = await system.createTenant();
  const entries = [
    ...['192.0.2.1', '192.0.2.2', '192.0.2.3', '198.51.100.1', '2001:db8:7::1'].flatMap(reader),
    ...['192.0.2.9', '2001:db8:8::9'].map(suspect),
    ...['198.51.100.9', '198.51.100.10', '2001:db8:7:1::9'].map(suspect),
    entry('198.51.100.11', '/about'),
  ];
  await ingest(system.base, tenant.botKey, entries);
  await system.untilVisits(tenant.website, entries.length);
  await runUpkeepRound(system.database.pool, peopleJudgeTask({ pool: system.database.pool }));
  const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  expect(await readSummary(reading, `start_date=${YESTERDAY}&end_date=${YESTERDAY}`)).toMatchObject(
    { people_visits: 15, undecided_visits: 3, automation_visits: 3, not_judged_visits: 0 },
  );
});
