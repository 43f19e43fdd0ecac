import { stopTimeInEachTest } from '@app/testing';
import { Browser } from '../support/browser.js';
import { exchange, expectError, get, type TextAnswer } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

const PER_MINUTE = 60;
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystemOn('postgres', { worker: false });
  tenant = await system.createTenant();
});
afterAll(() => system.stop());
stopTimeInEachTest();

/** One more API, which nobody has asked yet, and what asks it as a client of its own. */
async function startLimited(): Promise<(path: string, address?: string) => Promise<TextAnswer>> {
  const base = await system.startApi({
    PUBLIC_REQUESTS_PER_MINUTE: `${PER_MINUTE}`,
    TRUST_PROXY: '1',
    PIXEL: 'true',
  });
  return (path, address = '192.0.2.1') =>
    exchange(base + path, {
      headers: { 'x-forwarded-for': address, 'accept-encoding': 'identity' },
    });
}

function expectTooMany(answer: TextAnswer): void {
  expectError(
    { ...answer, body: JSON.parse(answer.text) },
    'RATE_LIMITED',
    /^Too many requests; try again in \d+ s$/,
  );
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('connection')).toBe('close');
}

it('one address may ask so often without a key, and others as before', async () => {
  const ask = await startLimited();
  const paths = ['/docs', '/metrics', '/nothing', '/api/v1/session'];
  for (let asked = 0; asked < PER_MINUTE; asked++)
    expect([200, 404]).toContain((await ask(paths[asked % paths.length] ?? '')).status);
  for (const path of paths) expectTooMany(await ask(path));
  expect((await ask('/docs', '192.0.2.2')).status).toBe(200);
  for (const path of ['/healthz', '/readyz']) expect((await ask(path)).status).toBe(200);
  // What people see of the pixel must not be a broken image.
  const pixel = await ask('/api/pixel?tid=t_1');
  expect([pixel.status, pixel.headers.get('content-type')]).toEqual([200, 'image/gif']);
});

it('each 64 KiB of an answer count as a request more', async () => {
  const ask = await startLimited();
  const bundle = await ask('/docs/swagger-ui-bundle.js');
  const cost = 1 + Math.floor(Number(bundle.headers.get('content-length')) / (64 * 1024));
  expect(cost).toBeGreaterThan(10);
  for (let spent = cost; spent < PER_MINUTE; spent++) expect((await ask('/docs')).status).toBe(200);
  expectTooMany(await ask('/docs'));
});

it('neither a key nor a session counts for its address', async () => {
  const base = await system.startApi({ PUBLIC_REQUESTS_PER_MINUTE: `${PER_MINUTE}` });
  const browser = await Browser.signedIn(base, tenant.apiKey);
  for (let asked = 0; asked <= PER_MINUTE; asked++) {
    expect((await get(base, '/websites', tenant.apiKey)).status).toBe(200);
    expect((await browser.ask('GET /session')).status).toBe(200);
  }
  expect((await exchange(`${base}/docs`)).status).toBe(200);
});
