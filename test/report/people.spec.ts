import { aLogEntryInput, runUpkeepRound } from '@app/testing';
import { peopleJudgeTask } from '@app/storage';
import { runCommand } from '../../apps/cli/test/run-command.js';
import { ingest } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

const DAY_MS = 86_400_000;
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
const DAY = new Date(NOON).toISOString().slice(0, 10);
const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystemOn('postgres', { env: { BEHAVIOUR: 'visitor' } });
  tenant = await system.createTenant();
  const referer = 'https://example.com/';
  const at = { timestamp: NOON, user_agent: chrome(155) };
  const entries = [
    ...[1, 2, 3].flatMap((last) => {
      const reader = { ...at, ip: `192.0.2.${last}` };
      return [
        aLogEntryInput({ ...reader, path: '/' }),
        aLogEntryInput({ ...reader, path: '/style.css', referer }),
        aLogEntryInput({ ...reader, path: '/logo.png', referer }),
      ];
    }),
    ...Array.from({ length: 9 }, (_, last) =>
      aLogEntryInput({
        ...at,
        ip: `198.51.${last}.7`,
        user_agent: chrome(100),
        path: '/\u202egnp',
      }),
    ),
    aLogEntryInput({ ...at, ip: '203.0.113.7', path: '/about' }),
    aLogEntryInput({ ...at, ip: '10.0.0.7', path: '/about' }),
  ];
  await ingest(system.base, tenant.botKey, entries);
  await system.untilVisits(tenant.website, entries.length);
  const { pool } = system.database;
  await runUpkeepRound(pool, peopleJudgeTask({ pool }));
});
afterAll(() => system.stop());

const people = (...argv: string[]) =>
  runCommand(['people', ...argv], {
    env: { BOTGAUGE_URL: system.base, BOTGAUGE_API_KEY: tenant.apiKey },
  });
const ofDay = (...argv: string[]) =>
  people('--website', tenant.website.domain, '--day', DAY, ...argv);

it('shows the four words of a day, with visitors, and why some are not judged', async () => {
  const { status, stdout, stderr } = await ofDay();
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    new RegExp(
      `^example\\.com: visits of browsers on ${DAY} \\(UTC\\)\n +VISITS +VISITORS\n +People +9 +3\n +Undecided +1 +1\n +Automation +9 +9\n +Not judged +1 +-\n +1 visit is not judged: .*\n$`,
    ),
  );
});

it('explains each group of visitors with what it was judged by', async () => {
  const { stdout } = await ofDay('--explain');
  expect(stdout).toMatch(
    /\n\nOne Chrome on 9 addresses: 9 visits, counted as automation\.\n +From 12:00 to 12:00 UTC, 0 errors\n +Networks \(5 of 9\)\n/,
  );
  expect(stdout).toMatch(/ Agents\n +9 {2}Mozilla\/5\.0 .* Chrome\/100\.0\.0\.0 Safari/);
  // What would turn the line around is not printed.
  expect(stdout).toMatch(/ Pages\n +9 {2}\/.?gnp\n +Status codes\n +9 {2}200\n/);
  expect(stdout).not.toContain('\u202e');
  expect(stdout).toMatch(
    / Judged by\n +WEIGHT +VISITORS +WHY\n +-3 +9 +has a browser more than 30 months older/,
  );
  expect(stdout).toMatch(/\n1 visitor did nothing that tells .*: 1 visit, undecided\.\n/);
  expect(stdout).toMatch(
    /\n3 visitors did what readers do: 9 visits, counted as people\.\n(.*\n)+ +\+4 +3 +loaded the files of a page\n/,
  );
});

it('gives the same as JSON, groups only when asked for', async () => {
  const { groups, ...counts } = JSON.parse((await ofDay('--explain', '--json')).stdout);
  expect(counts).toEqual({
    ...{ domain: 'example.com', website: tenant.website.public_id, date: DAY },
    visits: {
      ...{ people_visits: 9, undecided_visits: 1, automation_visits: 9, not_judged_visits: 1 },
    },
    visitors: { people_visitors: 3, undecided_visitors: 1, automation_visitors: 9 },
    not_judged: [expect.objectContaining({ reason: 'shared_address', visits: 1 })],
  });
  expect(groups.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['fleet', 'undecided', 'people'],
  ]);
  const { stdout } = await people('--website', tenant.website.public_id, '--day', DAY, '--json');
  expect(JSON.parse(stdout)).toEqual(counts);
});

it('says that nobody is judged on a day without visits, and what is wrong', async () => {
  const never = ['--day', '2026-01-01'];
  const { stdout } = await people('--website', tenant.website.domain, ...never, '--explain');
  expect(stdout).toMatch(/No visitor of the day is judged\.\n$/);
  expect(await people('--website', 'shop.example', ...never)).toMatchObject({
    ...{ status: 1, stdout: '' },
    stderr: expect.stringMatching(/has no website shop\.example\. It has: ws_\w+ \(example\.com\)/),
  });
  expect(await people('--website', 'shop.example', '--day', 'today')).toMatchObject({
    ...{ status: 2, stderr: expect.stringMatching(/It must be a day like 2026-01-31/) },
  });
});
