import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClassifier, judgeRequest } from '@app/classification';
import type { LogEntry } from '@app/contracts';
import { readAccessLog, readSessions } from '../../test/access-log.js';
import { type Delivery, JudgingAccount } from '../../test/people/judging-account.js';

const data = process.env.BOTGAUGE_TEST_DATA;
const describeWithData = data === undefined ? describe.skip : describe;
const reason = data === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';
const OWN_SITE = join(data ?? '', 'people/own-site');

let account: JudgingAccount;
beforeAll(async () => {
  account = await JudgingAccount.create();
});
afterAll(() => account.drop());

interface Day {
  day: string;
  people_visits: string;
  undecided_visits: string;
  automation_visits: string;
  people: string;
  undecided: string;
  automation: string;
}

async function judged(websiteId: number): Promise<Day[]> {
  await account.judge();
  const { rows } = await account.database.pool.query<Day>(
    `SELECT (bucket AT TIME ZONE 'UTC')::date::text AS day, o.people_visits, o.undecided_visits,
      a.visits AS automation_visits, people, undecided, automation
    FROM judged_days d JOIN people_daily o USING (website_id, bucket) JOIN people_daily a USING (website_id, bucket)
    WHERE website_id = $1 AND o.bot_id = 0 AND a.bot_id = 6 ORDER BY bucket`,
    [websiteId],
  );
  return rows;
}

/** Its referers name the website, whatever its domain is here. */
const logOf = (domain: string) =>
  readAccessLog(join(OWN_SITE, 'access.log.gz')).map((entry) => ({
    ...entry,
    referer: entry.referer?.replace('www.lighthouse.example', domain) ?? null,
  }));

describeWithData(`the own site of the laboratory${reason}`, () => {
  it.each<[string, Delivery]>([
    ['in batches of 1,000', {}],
    ['in batches of 7', { size: 7 }],
    ['shuffled', { size: 100, isShuffled: true }],
    ['each batch twice', { size: 100, times: 2 }],
    ['by three processes at once, each batch twice', { size: 50, times: 2, processes: 3 }],
    ['with addresses that are cut', { ipStorage: 'truncated' }],
    ['with addresses that are not stored', { ipStorage: 'none' }],
  ])('gets the verdicts of the reference %s', async (_, delivery) => {
    const website = await account.aWebsite();
    const log = logOf(website.domain);
    await account.deliver(log, website.id, delivery);
    expect(await judged(website.id)).toEqual(expected(log));
  });

  it('gets the same verdicts when it is judged between the batches', async () => {
    const website = await account.aWebsite();
    const log = logOf(website.domain);
    const half = Math.floor(log.length / 2);
    await account.deliver(log.slice(half), website.id, {});
    await judged(website.id);
    await account.deliver(log.slice(0, half), website.id, {});
    expect(await judged(website.id)).toEqual(expected(log));
  });
});

describeWithData(`people of a study of 2019${reason}`, () => {
  it('has nobody who is called automation', async () => {
    const website = await account.aWebsite();
    const log = readSessions(join(data ?? '', 'people/mklab/humans-2019.log.gz'));
    await account.deliver(
      log.map((entry) => ({
        ...entry,
        referer: entry.referer?.replace('160.40.52.164', website.domain) ?? null,
      })),
      website.id,
      {},
    );
    const days = await judged(website.id);
    expect(days.reduce((sum, day) => sum + Number(day.people), 0)).toBeGreaterThan(50);
    expect(days.map(({ automation }) => automation)).toEqual(days.map(() => '0'));
  });
});

/** Returns what the labels say, in the form of the table of verdicts. */
function expected(entries: readonly LogEntry[]): Day[] {
  const [, ...lines] = readFileSync(join(OWN_SITE, 'labels.tsv'), 'utf8').trimEnd().split('\n');
  const classifier = createClassifier({ cacheSize: 10_000 });
  const visits = new Map<string, number>();
  for (const { ip, userAgent, time, path, statusCode } of entries) {
    const verdict = classifier.classify(userAgent);
    if (verdict.kind !== 'human' || judgeRequest(verdict, path, statusCode) !== verdict) continue;
    const key = [ip, new Date(time).toISOString().slice(0, 10), userAgent].join('\t');
    visits.set(key, (visits.get(key) ?? 0) + 1);
  }
  const days = new Map<string, Record<string, number>>();
  for (const line of lines) {
    const [address, day = '', , , , , verdict = '', , , , userAgent] = line.split('\t');
    // Whoever only probed is a vulnerability scanner, and no visitor.
    const own = visits.get([address, day, userAgent].join('\t')) ?? 0;
    if (own === 0) continue;
    const counts = days.get(day) ?? {};
    days.set(day, counts);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    counts[`${verdict} visits`] = (counts[`${verdict} visits`] ?? 0) + own;
  }
  return [...days].sort().map(([day, counts]) => ({
    day,
    people_visits: `${counts['person visits']}`,
    undecided_visits: `${counts['undecided visits']}`,
    automation_visits: `${counts['automation visits']}`,
    people: `${counts.person}`,
    undecided: `${counts.undecided}`,
    automation: `${counts.automation}`,
  }));
}
