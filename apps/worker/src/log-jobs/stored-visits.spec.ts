import { randomUUID } from 'node:crypto';
import {
  BOT_REGISTRY,
  classify,
  judgeRequest,
  referralSourceOf,
  REGISTRY_VERSION,
} from '@app/classification';
import { LOG_JOB_VERSION, type LogEntry, storedAddress } from '@app/contracts';
import { Accounts, upsertBots } from '@app/storage';
import { aLogEntry, CHROME, createTestDatabase, GPTBOT, type TestDatabase } from '@app/testing';
import fc from 'fast-check';
import { encodeEntries, jobOf } from '../../../../libs/queue/test/entries.js';
import { aPipeline } from '../../test/a-pipeline.js';
import type { ProcessJob } from './pipeline.js';

let database: TestDatabase;
let accountId: number;
let websites: { own: number; main: number };
let processJob: ProcessJob;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await upsertBots(pool, BOT_REGISTRY, REGISTRY_VERSION);
  const accounts = new Accounts(pool);
  const names = { publicId: randomUUID(), name: 'x', plan: 'free' as const };
  accountId = (await accounts.createAccount(names)).id;
  const add = async (domain: string) => {
    const ids = { publicId: randomUUID(), trackingId: randomUUID() };
    return (await accounts.createWebsite({ accountId, ...ids, domain }))?.id ?? 0;
  };
  websites = { own: await add('own.test'), main: await add('example.com') };
  await pool.query("UPDATE websites SET counts = 'pages' WHERE id = $1", [websites.own]);
  processJob = aPipeline(pool, { behaviour: 'entry' });
});
afterAll(() => database.drop());

const batchOf = (count: number) => ({
  ...{ id: randomUUID(), accountId, websiteId: websites.own, receivedAt: Date.now(), count },
});
const settle = (data: unknown) => processJob({ jobId: randomUUID(), data, lastTry: false });

const anyOf = <T>(...values: T[]) => fc.constantFrom(...values);
const entries: fc.Arbitrary<LogEntry[]> = fc.array(
  fc
    .record({
      time: fc.integer({ min: 0, max: 3 * 3_600_000 }),
      host: anyOf('example.com', 'www.example.com', 'own.test', 'unknown.test', ''),
      method: anyOf('GET', 'POST'),
      path: anyOf('/', '/a', '/b/c', '/.env', '/wp-login.php'),
      statusCode: anyOf(200, 301, 404, 500),
      userAgent: anyOf(CHROME, GPTBOT, '', 'curl/8.0', 'Mozilla/5.0 Firefox/140.0'),
      referer: anyOf(null, 'https://chatgpt.com/', 'https://a.example/x'),
      country: anyOf(null, null, 'DE', 'US'),
      ip: anyOf(null, '192.0.2.17', '198.51.100.0', '2001:db8:1:2::3'),
      signatureAgent: anyOf(undefined, undefined, undefined, 'chatgpt.com'),
      isFile: fc.boolean(),
    })
    .map(({ signatureAgent, isFile, time, ...fields }) =>
      aLogEntry({
        ...fields,
        time: Date.UTC(2026, 10, 20) + time,
        ...(signatureAgent && { signatureAgent }),
        ...(isFile && { isStaticFile: true as const }),
      }),
    ),
  { minLength: 1, maxLength: 80 },
);

/** One of the websites counts pages only. */
const isCounted = (entry: LogEntry) => !(entry.isStaticFile && websiteOf(entry) === websites.own);
const websiteOf = ({ host }: LogEntry) =>
  /(^|\.)example\.com$/.test(host) ? websites.main : websites.own;

/** What is stored of an entry, found out without looking at any other entry. */
function visitOf(entry: LogEntry) {
  const byAgents = classify(entry.userAgent, entry.signatureAgent ?? undefined);
  const verdict = judgeRequest(byAgents, entry.path, entry.statusCode);
  const person = verdict.kind === 'human' ? verdict : undefined;
  return {
    time: new Date(entry.time).toISOString(),
    website_id: websiteOf(entry),
    bot: verdict.kind === 'human' ? null : verdict.bot.name,
    status_code: entry.statusCode,
    method: entry.method,
    host: entry.host,
    path: entry.path,
    page: entry.path,
    ip: storedAddress(entry.ip, 'truncated'),
    user_agent: entry.userAgent,
    browser: person?.client.browser ?? null,
    os: person?.client.os ?? null,
    device: person?.client.device ?? null,
    referer: entry.referer ?? null,
    referral_source: person ? referralSourceOf(entry.referer ?? null) : null,
    country: entry.country ?? null,
  };
}

const STORED = `
  SELECT v.time, v.website_id, b.name AS bot, status_code, method, host, v.path, p.path AS page, host(ip) AS ip,
    user_agent, browser, os, device, referer, referral_source, country
  FROM visit_entries v
    LEFT JOIN bots b ON b.id = v.bot_id AND v.bot_id <> 0
    LEFT JOIN pages p ON p.website_id = v.website_id AND p.id = v.page_id`;

const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();

it('are what each entry is by itself, whatever it shares with others', async () => {
  // So that no referer has the same number on both websites.
  const first = [aLogEntry({ host: 'example.com', referer: 'https://first.example/' })];
  await settle(jobOf(batchOf(1), encodeEntries(first)));
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(80), async (list, cut) => {
      await database.pool.query('DELETE FROM visits');
      // Two batches of a job share their texts.
      const heads = [Math.min(cut, list.length - 1), list.length]
        .map((end, at, ends) => batchOf(end - (ends[at - 1] ?? 0)))
        .filter(({ count }) => count > 0);
      const job = { v: LOG_JOB_VERSION, batches: heads, payload: encodeEntries(list) };
      expect(await settle(job)).toMatchObject({ kind: 'settled' });
      const { rows } = await database.pool.query<{ time: Date }>(STORED);
      expect(sorted(rows.map((row) => ({ ...row, time: row.time.toISOString() })))).toEqual(
        sorted(list.filter(isCounted).map(visitOf)),
      );
    }),
    { numRuns: 30 },
  );
});
