import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Sitemaps, WebsiteFetches } from '@app/storage';
import { eventually, type Receiver, startReceiver } from '@app/testing';
import { get } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import {
  createWebsite,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';

let system: System;
let fetches: WebsiteFetches;
let receiver: Receiver;
const started: ServiceProcess[] = [];

beforeAll(async () => {
  system = await startSystemOn('postgres', { worker: false });
  fetches = new WebsiteFetches(system.database.pool);
});
afterAll(() => system.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.kill()));
  await system.database.pool.query('TRUNCATE website_fetches, fetches_under_way, fetch_times');
  await receiver.close();
});

const startWorker = async (env: Record<string, string> = {}) => {
  const worker = await startProcess('worker', {
    ...{ ...system.env, FETCH_ALLOW_PRIVATE: 'true', ...env },
  });
  started.push(worker);
  return worker;
};
const fetchFrom = (id: number, path: string) =>
  fetches.switchOn(id, 'sitemap', `${receiver.url}${path}`);
const untilTold = (id: number, outcome: string) =>
  eventually(async () => expect(await fetches.find(id, 'sitemap')).toMatchObject({ outcome }));
/** What the API tells of the sitemap of a tenant's website. */
const told = async ({ apiKey, website }: Tenant) =>
  (await get(system.base, `/websites/${website.public_id}/sitemap`, apiKey)).body.data;

it.each([1, 2])('that never end stop nobody else, with workers: %d', async (workers) => {
  const [slow, quiet] = [await system.createTenant(), await system.createTenant()];
  const hanging = new Set<ServerResponse>();
  let [most, asked] = [0, 0];
  receiver.answer = (response, { path }) => {
    if (path === '/small') response.end(`https://${quiet.website.domain}/a`);
    else {
      asked += 1;
      most = Math.max(most, hanging.add(response).size);
      response.on('close', () => hanging.delete(response));
    }
  };
  for (let at = 0; at < 6; at += 1) {
    const { id } = await createWebsite(system.accounts, slow.account, `w${at}.example`);
    await fetchFrom(id, `slow?${at}`);
  }
  for (let at = 0; at < workers; at += 1) await startWorker();
  await eventually(() => expect(asked).toBe(2));
  await fetchFrom(quiet.website.id, 'small');
  await untilTold(quiet.website.id, 'fetched');
  // Those of the other account still hang, and the others of it wait.
  expect([hanging.size, most, asked]).toEqual([2, 2, 2]);
});

it('with far too many paths are cut, by a worker that has little memory', async () => {
  const tenant = await system.createTenant();
  const loc = (path: string) => `<url><loc>https://${tenant.website.domain}${path}</loc></url>`;
  const paths = (name: string) =>
    Array.from({ length: 24_500 }, (_, at) => loc(`/${name}${at}`.padEnd(2_000, 'x')));
  const file = (name: string) => gzipSync(`<urlset>${paths(name).join('')}</urlset>`, { level: 1 });
  const [a, b] = [file('a'), file('b')];
  const sitemap = (name: string) => `<sitemap><loc>${receiver.url}${name}</loc></sitemap>`;
  const index = `<sitemapindex>${sitemap('a')}${sitemap('b')}</sitemapindex>`;
  receiver.answer = (response, { path }) =>
    void response.end(path === '/a' ? a : path === '/b' ? b : index);
  // Without a bound they need more than twice as much.
  const worker = await startWorker({ NODE_OPTIONS: '--max-old-space-size=96' });
  await fetchFrom(tenant.website.id, 'index.xml');
  await untilTold(tenant.website.id, 'fetched');
  expect((await fetch(`${worker.base}/healthz`)).status).toBe(200);
  const kept = Math.floor((8 * 1024 * 1024) / 2_000);
  expect(await told(tenant)).toMatchObject({
    ...{ pages: kept, files: 1, addresses: 24_500 },
    left_out: { beyond_bound: 24_500 - kept, files: 1 },
  });
  const path = `/websites/${tenant.website.public_id}/coverage`;
  const report = (await get(system.base, path, tenant.apiKey)).body.data;
  expect(report).toMatchObject({
    ...{ of: 'sitemap', counts: { pages: kept } },
    left_out: { beyond_bound: 24_500 - kept, files: 1 },
  });
  const { body } = await get(system.base, `${path}?of=visited`, tenant.apiKey);
  expect(body.data.left_out).toBeNull();
});

it('of which a worker died, and those without time left, are told by the API', async () => {
  const tenant = await system.createTenant();
  const { id } = tenant.website;
  await fetchFrom(id, 'hangs');
  const hanging = new Promise<void>((resolve) => {
    receiver.answer = () => resolve();
  });
  const dying = await startWorker();
  await hanging;
  await dying.kill();
  expect((await told(tenant)).fetch).toMatchObject({ outcome: null });
  // As if so much time passed.
  await system.database.pool.query(
    `UPDATE website_fetches SET begun_at = begun_at - interval '3 minutes';
     UPDATE fetches_under_way SET ends_at = ends_at - interval '3 minutes'`,
  );
  expect((await told(tenant)).fetch).toMatchObject({ outcome: 'interrupted', status: null });
  await startWorker();
  const { id: other } = await createWebsite(system.accounts, tenant.account, 'other.example');
  receiver.answer = (response) => response.end('/a');
  await fetchFrom(other, 'there');
  await untilTold(other, 'fetched');
  // What killed a worker was not tried meanwhile.
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hangs', '/there']);

  // The worker gives back what the fetch did not use a moment after it has told what came.
  await eventually(async () => {
    const { rows } = await system.database.pool.query('SELECT id FROM fetches_under_way');
    expect(rows).toEqual([]);
  });
  await system.accounts.updateAccount(tenant.account.public_id, { fetchSecondsPerDay: 1 });
  await system.database.pool.query(
    `UPDATE fetch_times SET used_ms = 1000; UPDATE website_fetches SET due_at = now()`,
  );
  await untilTold(id, 'time_used_up');
  expect((await told(tenant)).fetch).toMatchObject({ outcome: 'time_used_up' });
  expect(receiver.received).toHaveLength(2);
  expect(await new Sitemaps(system.database.pool).find(other)).toMatchObject({ pages: 1 });
  // The API knows accounts as they were up to some seconds ago.
  await eventually(async () => {
    const { body } = await get(system.base, '/account', tenant.apiKey);
    expect(body.data).toMatchObject({
      limits: { fetch_seconds_per_day: 1 },
      usage: { day: { fetch_seconds: expect.any(Number) } },
    });
  });
});
