import { aLogEntryInput } from '@app/testing';
import { expectError, expectProcessed, get, ingest, send } from '../support/http.js';
import {
  addWebsite,
  deleteWebsite,
  listKeys,
  listWebsitePage,
  type Manager,
  makeTrackingKey,
  readAccount,
  readWebsite,
  changeWebsite,
  renameWebsite,
} from '../support/manage.js';
import { readSummary, readWebsites } from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const NO_WEBSITE = 'There is no such website in this account';
const DOMAIN =
  'domain must be a domain name like shop.example of at most 10 labels, without scheme, port and path';

let system: System;
let tenant: Tenant;
let by: Manager;
beforeAll(async () => {
  system = await shareSystemOn('postgres');
});
beforeEach(async () => {
  tenant = await system.createTenant({ domain: 'first.example' });
  by = { base: system.base, apiKey: tenant.apiKey };
});
afterAll(() => system.stop());

describe('POST /websites', () => {
  it('adds a website that can be read, listed and sent to', async () => {
    const website = await addWebsite(by, 'shop.example');
    expect(website).toMatchObject({
      id: expect.stringMatching(/^ws_[0-9A-Za-z]{21}$/),
      tracking_id: expect.stringMatching(/^t_[0-9A-Za-z]{21}$/),
      domain: 'shop.example',
    });
    expect(await readWebsite(by, website.id)).toEqual(website);
    expect((await readWebsites(by)).map(({ id }) => id)).toEqual([
      tenant.website.public_id,
      website.id,
    ]);
    const { key } = await makeTrackingKey(by, website.id);
    const entry = aLogEntryInput({ timestamp: new Date().toISOString(), host: 'shop.example' });
    expectProcessed(await ingest(system.base, key, [entry]), 1);
    const row = await system.accounts.findWebsite(website.id);
    if (!row) throw new Error('it is there');
    await system.untilVisits(row, 1);
    expect(await readSummary({ ...by, id: website.id }, 'period=today')).toMatchObject({
      total_visits: 1,
    });
  });

  it.each([
    ['SHOP.Example.', 'shop.example'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['_dmarc.shop.example', '_dmarc.shop.example'],
    [' shop.example ', 'shop.example'],
    ['intranet', 'intranet'],
  ])('stores %j as %j', async (given, canonical) => {
    expect((await addWebsite(by, given)).domain).toBe(canonical);
  });

  it.each([
    '',
    'https://shop.example',
    'shop.example:443',
    'shop.example/path',
    'user@shop.example',
    'two words',
    '*.shop.example',
    '192.0.2.1',
    '0x7f.1',
    '[2001:db8::1]',
    '-shop.example',
    'shop..example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(10)}example`,
    'a'.repeat(2_000),
    'shop.example\u0000',
    null,
    7,
    ['shop.example'],
  ])('refuses the domain %j', async (domain) => {
    expectError(
      await send(system.base, by.apiKey, 'POST /websites', { domain }),
      'VALIDATION_ERROR',
      DOMAIN,
    );
  });

  it.each<[string, unknown, string]>([
    ['without a domain', {}, DOMAIN],
    [
      'with a field that is not known',
      { domain: 'a.example', id: 'ws_1' },
      '"id" is not a field of this body',
    ],
    ['that is an array', [], 'the body must be an object'],
    ['that is null', 'null', 'the body must be an object'],
  ])('refuses a body %s', async (_, body, message) => {
    expectError(
      await send(system.base, by.apiKey, 'POST /websites', body),
      'VALIDATION_ERROR',
      message,
    );
  });

  it.each([
    ['{', 'The body is not valid JSON; send a JSON object'],
    [undefined, 'The body is empty; send a JSON object'],
  ])('refuses %j as JSON', async (body, message) => {
    expectError(
      await send(system.base, by.apiKey, 'POST /websites', body),
      'INVALID_JSON',
      message,
    );
  });

  it('refuses a domain that the account has, however it is written; another account may have it', async () => {
    const answer = await send(system.base, by.apiKey, 'POST /websites', {
      domain: 'FIRST.example',
    });
    expectError(answer, 'CONFLICT', /^The account already has a website first\.example/);
    const other = await system.createTenant();
    await addWebsite({ ...by, apiKey: other.apiKey }, 'first.example');
  });

  it('gives a domain to only one of many that ask for it at once', async () => {
    const tries = Array.from({ length: 5 }, () =>
      send(system.base, by.apiKey, 'POST /websites', { domain: 'race.example' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('PATCH /websites/:id', () => {
  it('changes the domain, nothing else, and keeps the visits', async () => {
    const before = await readWebsite(by, tenant.website.public_id);
    const now = new Date().toISOString();
    await ingest(system.base, tenant.botKey, [aLogEntryInput({ timestamp: now })]);
    await system.untilVisits(tenant.website, 1);
    const renamed = await renameWebsite(by, before.id, 'Renamed.example');
    expect(renamed).toEqual({ ...before, domain: 'renamed.example' });
    expect(await renameWebsite(by, before.id, 'renamed.example')).toEqual(renamed);
    expect(await readSummary({ ...by, id: before.id }, 'period=today')).toMatchObject({
      total_visits: 1,
    });
  });

  it('counts pages only from then on, and tells how many requests it skipped', async () => {
    const { id, domain } = await readWebsite(by, tenant.website.public_id);
    const timestamp = new Date().toISOString();
    const load = (path: string, fields = {}) => aLogEntryInput({ timestamp, path, ...fields });
    const page = [
      load('/'),
      load('/a.css'),
      load('/photo', { content_type: 'image/webp' }),
      load('/c.png', { content_type: 'text/html' }),
    ];
    await ingest(system.base, tenant.botKey, page);
    await system.untilVisits(tenant.website, 4);
    const changed = await changeWebsite(by, id, { count: 'pages' });
    expect(changed).toMatchObject({ id, domain, count: 'pages' });
    await ingest(system.base, tenant.botKey, page);
    await system.untilVisits(tenant.website, 6);
    expect(await readSummary({ ...by, id }, 'period=today')).toMatchObject({
      total_visits: 6,
      skipped_requests: 2,
    });
  });

  it('judges visits by their agents only from then on, and again by their requests', async () => {
    const { id, domain } = await readWebsite(by, tenant.website.public_id);
    const probe = [aLogEntryInput({ timestamp: new Date().toISOString(), path: '/.env' })];
    const people: number[] = [];
    for (const [visits, behaviour] of [undefined, 'off', 'default'].entries()) {
      if (behaviour === 'off' || behaviour === 'default') {
        const changed = await changeWebsite(by, id, { behaviour });
        expect(changed).toMatchObject({ id, domain, behaviour });
      }
      await ingest(system.base, tenant.botKey, probe);
      await system.untilVisits(tenant.website, visits + 1);
      people.push((await readSummary({ ...by, id }, 'period=today')).human_visits);
    }
    expect(people).toEqual([0, 1, 1]);
  });

  it('refuses a domain that another website of the account has', async () => {
    const { id } = await addWebsite(by, 'second.example');
    const answer = await send(system.base, by.apiKey, `PATCH /websites/${id}`, {
      domain: 'first.example',
    });
    expectError(answer, 'CONFLICT', /^The account already has a website first\.example/);
  });

  it.each<[unknown, string]>([
    [{ tracking_id: 't_1' }, '"tracking_id" is not a field of this body'],
    [{}, 'must have `domain`, `count` or `behaviour`'],
    [{ count: 'some' }, 'count must be one of all, pages'],
    [{ behaviour: 'address' }, 'behaviour must be one of default, entry, off'],
    [{ domain: '' }, DOMAIN],
  ])('refuses %j', async (body, message) => {
    const route = `PATCH /websites/${tenant.website.public_id}` as const;
    expectError(
      await send(system.base, by.apiKey, route, body),
      'VALIDATION_ERROR',
      new RegExp(message),
    );
  });
});

describe('DELETE /websites/:id', () => {
  it('hides it at once: 404 everywhere, its keys gone, its domain free', async () => {
    const id = tenant.website.public_id;
    const [trackingKey] = (await listKeys(by, id)).items;
    await deleteWebsite(by, id);
    expect(await readWebsites(by)).toEqual([]);
    for (const path of ['', '/keys', '/summary', '/bots', '/pages', '/timeseries'])
      expectError(
        await get(system.base, `/websites/${id}${path}`, by.apiKey),
        'NOT_FOUND',
        NO_WEBSITE,
      );
    const changes: [Parameters<typeof send>[2], unknown][] = [
      [`DELETE /websites/${id}`, undefined],
      [`PATCH /websites/${id}`, { domain: 'x.example' }],
      [`POST /websites/${id}/keys`, {}],
    ];
    for (const [route, body] of changes)
      expectError(await send(system.base, by.apiKey, route, body), 'NOT_FOUND', NO_WEBSITE);
    for (const route of [`DELETE /keys/${trackingKey?.id}`, `POST /keys/${trackingKey?.id}/rotate`])
      expectError(await send(system.base, by.apiKey, route as never), 'NOT_FOUND', /no such key/);
    const again = await addWebsite(by, 'first.example');
    expect(again.id).not.toBe(id);
    expect(again.tracking_id).not.toBe(tenant.website.tracking_id);
  });

  it('takes its visits out of the usage of the account', async () => {
    const now = new Date().toISOString();
    await ingest(system.base, tenant.botKey, [aLogEntryInput({ timestamp: now })]);
    await system.untilVisits(tenant.website, 1);
    expect((await readAccount(by)).usage.month.visits).toBe(1);
    await deleteWebsite(by, tenant.website.public_id);
    expect((await readAccount(by)).usage.month.visits).toBe(0);
  });
});

describe('GET /websites by pages', () => {
  it('shows each website once, in the order of the whole list', async () => {
    for (const name of ['b', 'c', 'd', 'e']) await addWebsite(by, `${name}.example`);
    // All have the same time, so the ids decide.
    await system.database.pool.query(
      "UPDATE websites SET created_at = '2026-01-01' WHERE account_id = $1 AND domain < 'd'",
      [tenant.account.id],
    );
    const all = await readWebsites(by);
    const first = await listWebsitePage(by, 'limit=2');
    const second = await listWebsitePage(by, `limit=2&cursor=${first.next}`);
    const third = await listWebsitePage(by, `limit=2&cursor=${second.next}`);
    expect([...first.items, ...second.items, ...third.items]).toEqual(all);
    expect([first.next, second.next, third.next]).toEqual([
      expect.any(String),
      expect.any(String),
      null,
    ]);
    // No page follows a full page at the end.
    expect((await listWebsitePage(by, 'limit=5')).next).toBeNull();
    expect((await listWebsitePage(by, `cursor=${second.next}`)).items).toEqual(third.items);
  });

  it('continues after a website that was deleted in the meantime', async () => {
    const second = await addWebsite(by, 'second.example');
    const page = await listWebsitePage(by, 'limit=1');
    await deleteWebsite(by, tenant.website.public_id);
    expect((await listWebsitePage(by, `limit=1&cursor=${page.next}`)).items).toEqual([second]);
  });

  it('shows nothing after a website of another account', async () => {
    const other = await system.createTenant();
    await addWebsite({ ...by, apiKey: other.apiKey }, 'theirs.example');
    const page = await listWebsitePage(by, `cursor=${other.website.public_id}`);
    expect(page).toEqual({ items: [], next: null });
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'limit[]=1',
    'cursor=',
    'cursor=x',
    'cursor=%00',
    'cursor=a&cursor=b',
  ])('refuses %s', async (query) => {
    const answer = await get(system.base, `/websites?${query}`, by.apiKey);
    expectError(answer, 'VALIDATION_ERROR', /^(limit|cursor) must be /);
  });
});

it('a website of another account is answered like a missing one', async () => {
  const other = await system.createTenant();
  const routes: [string, unknown][] = [
    ['GET /websites/:id', undefined],
    ['PATCH /websites/:id', { domain: 'taken-over.example' }],
    ['DELETE /websites/:id', undefined],
    ['GET /websites/:id/keys', undefined],
    ['POST /websites/:id/keys', { name: 'mine' }],
  ];
  const bodies = new Set<string>();
  for (const [route, body] of routes) {
    for (const id of [other.website.public_id, 'ws_000000000000000000000', 'x', '%00', '1']) {
      const answer = await send(system.base, by.apiKey, route.replace(':id', id) as never, body);
      expectError(answer, 'NOT_FOUND', NO_WEBSITE);
      bodies.add(JSON.stringify(answer.body));
    }
  }
  expect(bodies.size).toBe(1);
  const theirs: Manager = { ...by, apiKey: other.apiKey };
  expect((await readWebsite(theirs, other.website.public_id)).domain).toBe('example.com');
  expect((await listKeys(theirs, other.website.public_id)).items).toHaveLength(1);
});
