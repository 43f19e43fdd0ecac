// What the account of the suites has: a website with the bundled sample log as if it had come in
// the last two weeks, one whose visitors sent texts made to break a page, and one without visits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { peopleJudgeTask, RobotsTexts, type WebsiteRow } from '@app/storage';
import { aLogEntryInput, CHROME, GPTBOT, runUpkeepRound } from '@app/testing';
import { ingest } from '../support/http.js';
import { createWebsite, type System, type Tenant } from '../support/system-on-queue.js';

export interface Data {
  /** The account, with the website of the sample log, example.com. */
  tenant: Tenant;
  odd: WebsiteRow;
  empty: WebsiteRow;
}

const SAMPLE = join(import.meta.dirname, '../../apps/launcher/demo/sample-log.ndjson');
const LAST_DAY = Date.UTC(2026, 9, 18);
const DAY_MS = 86_400_000;
const MOST_ENTRIES = 1_000;

/** Paths and names of bots that a page must show as text and as nothing else. */
export const ODD_PATHS = [
  '/<script>document.title="broken"</script>',
  '/"><img src=x onerror=document.title="broken">',
  '/%3Cscript%3E',
  // Right-to-left marks that turn what follows around.
  '/\u202egnp.exe',
  '/عربى/שלום',
  "/'; DROP TABLE visits; --",
  '/{{constructor.constructor("document.title=1")()}}',
  '/a&page=/b%26%2B+c',
  '/ /  two spaces',
  `/${'long-'.repeat(400)}`,
];
export const ODD_BOTS = [
  'Mozilla/5.0 (compatible; <b>Boldbot</b>/1.0; +https://bold.example)',
  'Mozilla/5.0 (compatible; Evilbot"onmouseover=document.title/1.0; +javascript:document.title=1)',
  '',
];

const ODD_ROBOTS = `User-agent: *
Disallow: /<script>
Disallow: /*long-long-
Disallow: /\u0639\u0631\u0628\u0649/
Disallow: /%3Cscript%3E`;

export async function fill(system: System): Promise<Data> {
  const tenant = await system.createTenant();
  const [odd, empty] = await Promise.all(
    ['odd.example', 'new.example'].map((domain) =>
      createWebsite(system.accounts, tenant.account, domain),
    ),
  );
  const sample = sampleEntries();
  const oddEntries = oddOnes();
  for (let from = 0; from < sample.length; from += MOST_ENTRIES)
    await ingest(system.base, tenant.botKey, sample.slice(from, from + MOST_ENTRIES));
  await ingest(system.base, tenant.botKey, oddEntries);
  await system.untilVisits(tenant.website, sample.length);
  await system.untilVisits(odd as WebsiteRow, oddEntries.length);
  await judgeVisitors(system);
  await new RobotsTexts(system.database.pool).keep((odd as WebsiteRow).id, {
    ...{ content: ODD_ROBOTS, source: 'given', from: '2026-01-01', now: new Date() },
  });
  return { tenant, odd: odd as WebsiteRow, empty: empty as WebsiteRow };
}

/** Judges visitors now. The worker would do it soon, while a suite already compares numbers. */
export async function judgeVisitors({ database: { pool } }: System): Promise<void> {
  await runUpkeepRound(pool, peopleJudgeTask({ pool }));
}

/** The sample log, moved by whole days, so that its last day is yesterday. */
export function sampleEntries(): (object & { timestamp: number })[] {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const moved = today - DAY_MS - LAST_DAY;
  return readFileSync(SAMPLE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { timestamp: string })
    .map((entry) => ({ ...entry, timestamp: Date.parse(entry.timestamp) + moved }));
}

/** Each odd bot comes often enough to get the name that it gives itself. */
function oddOnes(): object[] {
  const timestamp = Date.now() - DAY_MS;
  const agents = [CHROME, GPTBOT, ...ODD_BOTS.flatMap((agent) => [agent, agent, agent])];
  return ODD_PATHS.flatMap((path) =>
    agents.map((user_agent) =>
      aLogEntryInput({ host: 'odd.example', timestamp, path, user_agent }),
    ),
  );
}
