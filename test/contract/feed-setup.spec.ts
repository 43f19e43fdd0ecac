import { type FeedSetup, feedSetupSchema } from '@app/contracts';
import { FEEDS } from '../../apps/api/src/feeds/feeds.js';
import { request } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System } from '../support/system-on-queue.js';

let system: System;
beforeAll(async () => {
  system = await shareSystemOn('postgres');
});
afterAll(() => system.stop());

async function setupAt(base: string, headers: Record<string, string> = {}): Promise<FeedSetup> {
  const { apiKey } = await system.createTenant();
  const { status, body } = await request(`${base}/api/v1/feeds/setup`, {
    headers: { ...headers, 'x-api-key': apiKey },
  });
  expect(status).toBe(200);
  return feedSetupSchema.strict().parse(body?.data);
}

it('gives the set-up of each sender with the address of this service and no key', async () => {
  const { url, senders, remarks } = await setupAt(system.base);
  expect(url).toBe(system.base);
  expect(remarks).not.toEqual([]);
  const vector = senders.find(({ sender }) => sender === 'vector');
  expect(vector).toMatchObject({ title: 'Vector', feed: 'json', page: 'docs/feeds/vector.md' });
  expect(JSON.stringify(vector)).toContain(`uri = \\"${system.base}/api/v1/logs/json`);
  expect(JSON.stringify(senders)).not.toMatch(/(bot|api)_\w{20}/);
});

it('names feeds as their report does', async () => {
  const { senders } = await setupAt(system.base);
  // Entries of the service's own form and views of a pixel are reported as feeds, too.
  const names = [...FEEDS.map(({ name }) => name), 'custom', 'pixel'];
  for (const { sender, feed } of senders)
    expect([sender, names]).toEqual([sender, expect.arrayContaining([feed])]);
});

it('has the public address where one is set', async () => {
  const base = await system.startApi({ PUBLIC_URL: 'https://logs.own.test' });
  const { url, remarks, senders } = await setupAt(base, { host: 'other.test:8080' });
  expect([url, remarks]).toEqual(['https://logs.own.test', []]);
  expect(JSON.stringify(senders)).toContain('https://logs.own.test/api/v1/logs/cloudflare?');
});

it('has the address of the request, by a container or a proxy, where no public one is set', async () => {
  const throughProxy = { host: 'logs.own.test:8080', 'x-forwarded-proto': 'https' };
  expect((await setupAt(system.base, throughProxy)).url).toBe('http://logs.own.test:8080');
  const trusting = await system.startApi({ TRUST_PROXY: '1' });
  expect((await setupAt(trusting, throughProxy)).url).toBe('https://logs.own.test:8080');
});
