import type { FeedHealthReport } from '@app/contracts';
import { eventually, GPTBOT } from '@app/testing';
import { runCommand } from '../../apps/cli/test/run-command.js';
import { get, request } from '../support/http.js';
import { startSystem, type System } from '../support/system.js';

/** A variable, because the types of this program have no browser in them. */
const PAGE_WORDS: string = '../../apps/dashboard/src/views/feeds/verdict.js';
interface PageWords {
  verdictOf(feed: FeedHealthReport, reasons: readonly []): { tone: string; text: string };
}

/** Returns a line now; `-` stands for no address. */
function line(address: string, path: string): string {
  const [, month, date, year, time] = new Date().toUTCString().split(/,? /);
  return `${address} - - [${month}/${date}/${year}:${time} +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${GPTBOT}"\n`;
}

const COUNT = 10;
const logOf = (address: string) =>
  Array.from({ length: COUNT }, (_, i) => line(address, `/p/${i}`)).join('');

const STORAGES = ['full', 'truncated', 'none'];

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

/** Delivers a log, and returns what API, command and page say as soon as it was counted. */
async function toldOf(storage: string, log: string) {
  const base = await system.startApi({ IP_STORAGE: storage });
  const tenant = await system.createTenant();
  const { status } = await request(`${base}/api/v1/logs/lines`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.botKey },
    body: log,
  });
  expect(status).toBe(200);
  const id = tenant.website.public_id;
  const feed = await eventually(async () => {
    const { body } = await get(base, `/websites/${id}/feeds`, tenant.apiKey);
    const [one] = body.data.feeds as FeedHealthReport[];
    expect(one?.last_24_hours.entries).toBe(COUNT);
    return one as FeedHealthReport;
  });
  const env = { BOTGAUGE_URL: base, BOTGAUGE_API_KEY: tenant.apiKey };
  const outcome = await runCommand(['feeds', '--website', id], { env });
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  const { verdictOf } = (await import(PAGE_WORDS)) as PageWords;
  return {
    storage,
    without: feed.last_24_hours.without_address,
    command: outcome.stdout.replace(/\s+/g, ' '),
    page: verdictOf(feed, []),
  };
}

const toldOfEach = (log: string) => Promise.all(STORAGES.map((storage) => toldOf(storage, log)));

it('a feed without addresses is called so by API, command and page', async () => {
  const words = '10 of 10 entries have no address: no bot is verified';
  expect(await toldOfEach(logOf('-'))).toEqual(
    STORAGES.map((storage) => ({
      storage,
      without: COUNT,
      command: expect.stringContaining(words),
      page: { tone: 'warn', text: expect.stringContaining(words) },
    })),
  );
});

it('an address that the service itself cuts or forgets counts as one', async () => {
  expect(await toldOfEach(logOf('192.0.2.7'))).toEqual(
    STORAGES.map((storage) => ({
      storage,
      without: 0,
      command: expect.not.stringContaining('have no address'),
      page: { tone: 'good', text: expect.stringContaining('It works: 10 entries') },
    })),
  );
});
