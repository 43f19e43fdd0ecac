import { gzipSync } from 'node:zlib';
import { RobotsTexts, Sitemaps, WebsiteFetches } from '@app/storage';
import { eventually, ownLoopback, type Receiver, startReceiver } from '@app/testing';
import { metricOf } from '../support/metrics.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

let system: System;
let tenant: Tenant;
let fetches: WebsiteFetches;
let texts: RobotsTexts;
let receiver: Receiver;
const started: ServiceProcess[] = [];

beforeAll(async () => {
  system = await startSystemOn('postgres', { worker: false });
  fetches = new WebsiteFetches(system.database.pool);
  texts = new RobotsTexts(system.database.pool);
});
afterAll(() => system.stop());
beforeEach(async () => {
  tenant = await system.createTenant();
  receiver = await startReceiver({ host: ownLoopback() });
  say('User-agent: *\nDisallow: /private\n');
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.kill()));
  await fetches.switchOff(tenant.website.id, 'robots');
  await receiver.close();
});

const startWorker = async (env: Record<string, string> = {}) => {
  const settings = { ...system.env, FETCH_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'debug', ...env };
  const worker = await startProcess('worker', settings);
  started.push(worker);
  return worker;
};
const say = (text: string) => {
  receiver.answer = (response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
};
const switchOn = (id = tenant.website.id) =>
  fetches.switchOn(id, 'robots', `${receiver.url}robots.txt`);
/** As if the time of the next fetch had come. */
const makeDue = (kind = 'robots') =>
  system.database.pool.query('UPDATE website_fetches SET due_at = now() WHERE kind = $1', [kind]);
const untilTold = (outcome: string) =>
  eventually(async () =>
    expect(await fetches.find(tenant.website.id, 'robots')).toMatchObject({ outcome }),
  );
const history = async () => {
  const list = await texts.list(tenant.website.id);
  return Promise.all(
    list.map(async (one) => (await texts.find(tenant.website.id, one.valid_from))?.content),
  );
};

it('keep what the website says, and what it says next, and what it said when it says nothing', async () => {
  const worker = await startWorker();
  await switchOn();
  await untilTold('fetched');
  const first = 'User-agent: *\nDisallow: /private\n';
  expect(await history()).toEqual([first]);
  expect(receiver.received[0]?.headers['user-agent']).toMatch(/^Botgauge\/\d/);
  const told = (await fetches.find(tenant.website.id, 'robots'))!;
  const hours = (told.due_at.getTime() - told.tried_at!.getTime()) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(22);

  receiver.answer = (response) => response.writeHead(503).end();
  await makeDue();
  await untilTold('error_status');
  expect(await history()).toEqual([first]);

  say('User-agent: *\nDisallow: /other\n');
  await makeDue();
  await untilTold('fetched');
  expect(await history()).toEqual(['User-agent: *\nDisallow: /other\n', first]);
  for (const [outcome, times] of [
    ['fetched', 2],
    ['error_status', 1],
  ] as const) {
    const name = `botgauge_website_fetches_total{kind="robots",outcome="${outcome}"}`;
    // Counted after the database has been told.
    await eventually(async () => expect(await metricOf(worker.base, name)).toBe(times));
  }
  expect(worker.output()).toContain(tenant.website.public_id);
  expect(worker.output()).not.toContain(new URL(receiver.url).host);
  expect(await worker.stop()).toBe(0);
});

it('ask nothing of a private network unless the operator allows it', async () => {
  await startWorker({ FETCH_ALLOW_PRIVATE: 'false' });
  await switchOn();
  await untilTold('not_public');
  expect([receiver.connections(), await history()]).toEqual([0, []]);
});

it('fetch once, however many they are, and again when one dies while it fetches', async () => {
  const ids = [tenant.website.id];
  while (ids.length < 12) ids.push((await system.createTenant()).website.id);
  const hanging = new Promise<void>((resolve) => {
    receiver.answer = () => resolve();
  });
  const dying = await startWorker();
  await switchOn();
  await hanging;
  await dying.kill();
  const lost = (await fetches.find(tenant.website.id, 'robots'))!;
  expect(lost).toMatchObject({ outcome: null });
  // It counts as a try that failed, so nobody makes it again at once.
  const { rows } = await system.database.pool.query('SELECT now() AS now');
  const seconds = (lost.due_at.getTime() - (rows[0] as { now: Date }).now.getTime()) / 1_000;
  expect(seconds).toBeLessThanOrEqual(600);
  expect(seconds).toBeGreaterThan(0);

  receiver.received.length = 0;
  say('Disallow: /');
  for (const id of ids.slice(1)) await switchOn(id);
  await makeDue();
  await Promise.all([startWorker(), startWorker()]);
  await eventually(async () => {
    const outcomes = ids.map(async (id) => (await fetches.find(id, 'robots'))?.outcome);
    expect(await Promise.all(outcomes)).toEqual(ids.map(() => 'fetched'));
  });
  expect(receiver.received).toHaveLength(ids.length);
  for (const id of ids.slice(1)) await fetches.switchOff(id, 'robots');
});

it('keep the sitemap that robots.txt names, and the last one when it is away', async () => {
  const { id, domain } = tenant.website;
  const sitemaps = new Sitemaps(system.database.pool);
  const address = (path: string) => `<loc>https://${domain}${path}</loc>`;
  const files: Record<string, string> = {
    '/robots.txt': `User-agent: *\nSitemap: ${receiver.url}index.xml\nSitemap: /no-address\n`,
    '/index.xml': `<sitemapindex><sitemap><loc>${receiver.url}pages.xml.gz</loc></sitemap></sitemapindex>`,
    '/pages.xml.gz': `<urlset><url>${address('/a')}</url><url>${address('/b')}</url></urlset>`,
  };
  receiver.answer = (response, { path }) =>
    response.end(path.endsWith('.gz') ? gzipSync(files[path] ?? '') : files[path]);
  await startWorker();
  await switchOn();
  await untilTold('fetched');
  await fetches.switchOn(id, 'sitemap', null);
  const untilSitemap = (outcome: string) =>
    eventually(async () =>
      expect(await fetches.find(id, 'sitemap')).toMatchObject({ outcome, url: null }),
    );
  await untilSitemap('fetched');
  const kept = { source: 'fetched', pages: 2, files: 1, addresses: 2 };
  expect(await sitemaps.find(id)).toMatchObject(kept);
  receiver.answer = (response) => response.writeHead(404).end();
  await makeDue('sitemap');
  await untilSitemap('unavailable');
  expect(await sitemaps.find(id)).toMatchObject(kept);
  await fetches.switchOff(id, 'sitemap');
});

it('end at once when they are told to, and leave what they were fetching to others', async () => {
  const hanging = new Promise<void>((resolve) => {
    receiver.answer = () => resolve();
  });
  const worker = await startWorker();
  await switchOn();
  await hanging;
  expect(await worker.stop()).toBe(0);
  expect(await fetches.find(tenant.website.id, 'robots')).toMatchObject({ outcome: null });
});
