import { expectError, get } from '../support/http.js';
import {
  addWebsite,
  listKeys,
  makeApiKey,
  makeTrackingKey,
  type Manager,
  revoke,
} from '../support/manage.js';
import { readKnownBots, readWebsites } from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

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

interface Csv {
  head: string;
  lines: string[];
  /** The address of the next page. */
  next: string | undefined;
}

const NEXT = /^<([^>]+)>; rel="next"$/;

async function readCsv(url: string, name: string): Promise<Csv> {
  const response = await fetch(url, { headers: { 'x-api-key': by.apiKey } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}.csv"`);
  const [head = '', ...lines] = (await response.text()).split('\r\n');
  expect(lines.pop()).toBe('');
  const link = response.headers.get('link');
  const next = NEXT.exec(link ?? '')?.[1];
  expect(next === undefined).toBe(link === null);
  return { head, lines, next: next && new URL(next, url).href };
}

const listOf = (path: string, name: string) => readCsv(`${by.base}/api/v1${path}`, name);

/** The values of one line. None of them needs quotes. */
const line = (values: (string | boolean | null)[]) => values.map((value) => value ?? '').join();

/**
 * Returns every line of a list with one item per page, as a client reads it that follows the links.
 */
async function follow(path: string, name: string, pages: number): Promise<string[]> {
  const seen: string[] = [];
  let url: string | undefined = `${by.base}/api/v1${path}?format=csv&limit=1`;
  for (let page = 1; url !== undefined; page++) {
    const csv = await readCsv(url, name);
    expect(csv.lines).toHaveLength(1);
    expect(csv.next === undefined).toBe(page === pages);
    seen.push(...csv.lines);
    url = csv.next;
  }
  return seen;
}

describe('GET /websites?format=csv', () => {
  it('has the websites of the account, all of them unless a page is asked for', async () => {
    await addWebsite(by, 'second.example');
    await addWebsite({ ...by, apiKey: (await system.createTenant()).apiKey }, 'theirs.example');
    const websites = await readWebsites(by);
    const { head, lines, next } = await listOf('/websites?format=csv', 'websites');
    expect(head).toBe('id,domain,tracking_id,count,behaviour,created_at');
    expect(lines).toEqual(
      websites.map(({ id, domain, tracking_id, count, behaviour, created_at }) =>
        line([id, domain, tracking_id, count, behaviour, created_at]),
      ),
    );
    expect(next).toBeUndefined();
    expect(await follow('/websites', 'websites', 2)).toEqual(lines);
  });
});

describe('GET /bots?format=csv', () => {
  it('has every known bot', async () => {
    const bots = await readKnownBots(by);
    const { head, lines } = await listOf('/bots?format=csv', 'bots');
    expect(head).toBe('name,provider,category,documentation');
    expect(lines).toHaveLength(bots.length);
    expect(lines).toContain('No user agent,Unknown,unidentified,');
    expect(lines.find((text) => text.startsWith('GPTBot,'))).toMatch(
      /^GPTBot,OpenAI,ai_training,https:\/\/\S+$/,
    );
  });
});

describe.each([
  ['API Keys', () => '/keys', () => makeApiKey(by)],
  [
    'Bot Tracking Keys',
    () => `/websites/${tenant.website.public_id}/keys`,
    () => makeTrackingKey(by, tenant.website.public_id),
  ],
])('The list of %s as CSV', (_, path, make) => {
  it('has what JSON has, page by page, and no value', async () => {
    const created = await make();
    await revoke(by, created.id);
    const last = await make();
    const { head, lines, next } = await listOf(`${path()}?format=csv`, 'keys');
    expect(head).toBe(
      'id,kind,name,scope,website_id,last4,created_at,last_used_at,expires_at,revoked_at,replaced_by,has_signing_secret',
    );
    const websiteId = path() === '/keys' ? undefined : tenant.website.public_id;
    const keys = (await listKeys(by, websiteId)).items;
    const columns = head.split(',') as (keyof (typeof keys)[number])[];
    const used = columns.indexOf('last_used_at');
    const unused = (text: string) => text.split(',').toSpliced(used, 1).join();
    // The key that reads the list is used in the meantime.
    expect(lines.map(unused)).toEqual(
      keys.map((key) => unused(line(columns.map((column) => key[column])))),
    );
    expect(keys.at(-1)?.id).toBe(last.id);
    expect(next).toBeUndefined();
    expect((await follow(path(), 'keys', 3)).map(unused)).toEqual(lines.map(unused));
    for (const { key } of [created, last]) expect(lines.join('\n')).not.toContain(key.slice(4, -4));
    expect(lines.join('\n')).not.toContain(tenant.apiKey);
  });
});

it('a name that a spreadsheet would run stands as text, and one with commas in quotes', async () => {
  for (const name of ['=1+1', '@x', 'a "b", c']) await makeApiKey(by, { name });
  const { lines } = await listOf('/keys?format=csv', 'keys');
  const names = lines.map((text) => text.slice(text.indexOf(',api,') + 5));
  expect(names.slice(1).map((text) => text.slice(0, text.indexOf(',full,')))).toEqual([
    "'=1+1",
    "'@x",
    '"a ""b"", c"',
  ]);
});

it('pages of a hundred keys are linked although no limit is given', async () => {
  for (let made = 0; made < 100; made++) await makeApiKey(by);
  const first = await listOf('/keys?format=csv', 'keys');
  expect(first.lines).toHaveLength(100);
  const second = await readCsv(first.next ?? '', 'keys');
  expect(second.lines).toHaveLength(1);
  expect(second.next).toBeUndefined();
});

it('JSON tells the next page in its body alone', async () => {
  await addWebsite(by, 'second.example');
  const answer = await get(by.base, '/websites?limit=1&format=json', by.apiKey);
  expect(answer.body.data.next_cursor).toMatch(/^ws_/);
  expect(answer.headers.get('link')).toBeNull();
});

describe.each(['/websites', '/bots', '/keys', '/websites/:id/keys'])('%s refuses', (path) => {
  it.each([
    ['format=xml', 'format must be one of json, csv'],
    ['format=CSV', 'format must be one of json, csv'],
    ['format=', 'format must be one of json, csv'],
    ['format=csv&format=csv', 'format must be given once, without brackets'],
    ['format[]=csv', 'format must be given once, without brackets'],
  ])('%s', async (query, message) => {
    const url = `${path.replace(':id', tenant.website.public_id)}?${query}`;
    expectError(await get(by.base, url, by.apiKey), 'VALIDATION_ERROR', message);
  });
});

it('a website of another account is as unknown as in JSON, and a wrong page is refused', async () => {
  const other = await system.createTenant();
  const theirs = `/websites/${other.website.public_id}/keys?format=csv`;
  expectError(await get(by.base, theirs, by.apiKey), 'NOT_FOUND');
  for (const query of ['limit=0', 'cursor=x'])
    expectError(
      await get(by.base, `/keys?format=csv&${query}`, by.apiKey),
      'VALIDATION_ERROR',
      /^(limit|cursor) must be/,
    );
});
