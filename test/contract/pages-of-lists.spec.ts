// Lists in pages: every list of the API has `limit` and `cursor`, unless it stands in the table below,
// and those whose items may be deleted while they are read lose none.
import { MOST_SHARES } from '@app/access';
import { MOST_ALERTS } from '@app/alerts';
import { MOST_WEBHOOKS } from '@app/webhooks';
import { z } from 'zod';
import { DEFAULT_LIMIT } from '../../apps/api/src/http/page.js';
import { Browser } from '../support/browser.js';
import { type RouteDeclaration, ROUTES } from '../support/declared-routes.js';
import { expectError, get, send } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

/** Lists without pages, each with the reason why it is short. */
const IN_ONE_PIECE: Readonly<Record<string, string>> = {
  getSummary: 'a row for each status code, of which there are 1,000',
  getTimeSeries: 'a point for each bucket of the period, of which there are at most 1,100',
  getVisitors: 'a row for each day of the period, of which there are at most 1,100',
  listSpoofed: 'what is beyond the first rows are single visits; their number is bounded by day',
  listAutomation: 'what is beyond the first rows are the smallest groups; a day has a few dozen',
  getLive: 'thirty minutes, their bots, and 50 visits',
  exportVisits: 'one file of any length, which is sent while it is read',
  listReferrals: 'a row for each AI assistant that the service knows',
  listClients: 'a row for each browser, system and device that the service knows',
  listFeeds: 'a row for each feed that the service has',
  listFindings: 'at most three of each kind',
  getFeedSetup: 'the parts of one guide',
  getRobots: 'one report, whose parts belong together; `limit` bounds its bots',
  listRobotsTexts: 'at most one text a day, and only when it changes',
  listKnownBots: 'the bots of the release, the same for every account',
};

const holdsItems = (schema: z.ZodType): boolean =>
  (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) ||
  ((schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) &&
    holdsItems(schema.unwrap() as z.ZodType));
const isList = ({ answer: { csv, data } }: RouteDeclaration) =>
  csv !== undefined || (data instanceof z.ZodObject && Object.values(data.shape).some(holdsItems));
const LISTS = ROUTES.filter(({ method }) => method === 'GET').filter(isList);
const isInPages = ({ query = {}, answer: { data } }: RouteDeclaration) =>
  'limit' in query &&
  'cursor' in query &&
  data instanceof z.ZodObject &&
  'next_cursor' in data.shape;

describe('Every list of the API', () => {
  it.each(LISTS.map(({ id, path }) => [id, path]))('is read in pages, or is short: %s', (id) => {
    const route = ROUTES.find((one) => one.id === id) as RouteDeclaration;
    expect([id, isInPages(route)]).toEqual([id, !(id in IN_ONE_PIECE)]);
  });

  it('is found by its declaration, and what stands in the table is one', () => {
    expect(LISTS.length).toBeGreaterThan(20);
    expect(LISTS.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(IN_ONE_PIECE)));
  });
});

it('as many items as a website or an account may have are one page, which the dashboard reads', () => {
  expect(Math.max(MOST_SHARES, MOST_ALERTS, MOST_WEBHOOKS)).toBeLessThanOrEqual(DEFAULT_LIMIT);
});

let system: System;
let tenant: Tenant;
let apiKey: string;
beforeAll(async () => {
  system = await startSystemOn('postgres', {
    worker: false,
    env: { SECRET_KEY: 'ab'.repeat(32), WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
});
beforeEach(async () => {
  tenant = await system.createTenant();
  apiKey = tenant.apiKey;
});
afterAll(() => system.stop());

const made = async (route: `POST /${string}`, body: object) => {
  const answer = await send(system.base, apiKey, route, body);
  expect(answer.status).toBe(201);
  return answer.body.data.id as string;
};
const ofWebsite = (name: string) => `/websites/${tenant.website.public_id}/${name}` as const;

interface ListUnderTest {
  name: string;
  path: () => `/${string}`;
  make: () => Promise<string>;
  remove: (id: string) => `DELETE /${string}`;
}
const DELETABLE: ListUnderTest[] = [
  {
    name: 'shares',
    path: () => ofWebsite('shares'),
    make: () => made(`POST ${ofWebsite('shares')}`, { name: 'a link' }),
    remove: (id) => `DELETE /shares/${id}`,
  },
  {
    name: 'alerts',
    path: () => ofWebsite('alerts'),
    make: () => made(`POST ${ofWebsite('alerts')}`, { kind: 'errors' }),
    remove: (id) => `DELETE /alerts/${id}`,
  },
  {
    name: 'webhooks',
    path: () => '/webhooks',
    // Nobody listens there.
    make: () => made('POST /webhooks', { name: 'w', url: 'http://127.0.0.1:9/' }),
    remove: (id) => `DELETE /webhooks/${id}`,
  },
  {
    name: 'sessions',
    path: () => '/sessions',
    make: async () =>
      (await (await Browser.signedIn(system.base, apiKey)).ask('GET /session')).body.data
        .id as string,
    remove: (id) => `DELETE /sessions/${id}`,
  },
];

describe.each(DELETABLE)('The list of $name', ({ name, path, make, remove }) => {
  async function page(query: string): Promise<{ ids: string[]; next: string | null }> {
    const answer = await get(system.base, `${path()}?${query}`, apiKey);
    expect(answer.status).toBe(200);
    const { [name]: items, next_cursor: next } = answer.body.data;
    return { ids: (items as { id: string }[]).map(({ id }) => id), next };
  }

  it('has all items on one page, and each once on pages of one, oldest first', async () => {
    const ids = [await make(), await make(), await make()];
    expect(await page('')).toEqual({ ids, next: null });
    expect(await page('limit=3')).toEqual({ ids, next: null });
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const one = await page(`limit=1${next && `&cursor=${next}`}`);
      expect(one.ids).toHaveLength(1);
      seen.push(...one.ids);
      next = one.next;
    }
    expect(seen).toEqual(ids);
  });

  it('goes on where it was when everything that was seen is deleted, and has what is new', async () => {
    const ids = [await make(), await make(), await make()];
    const first = await page('limit=2');
    for (const id of first.ids)
      expect((await send(system.base, apiKey, remove(id))).status).toBe(200);
    const newest = await make();
    const rest = await page(`cursor=${first.next}`);
    expect(rest).toEqual({ ids: [ids[2], newest], next: null });
  });

  it('has the next page of CSV in a header', async () => {
    const ids = [await make(), await make()];
    const url = `${system.base}/api/v1${path()}`;
    const csv = await fetch(`${url}?limit=1&format=csv`, { headers: { 'x-api-key': apiKey } });
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(csv.headers.get('link') ?? '') ?? [];
    const rest = await fetch(new URL(next, url), { headers: { 'x-api-key': apiKey } });
    expect((await rest.text()).split('\r\n')[1]).toMatch(new RegExp(`^${ids[1]},`));
    expect(rest.headers.get('link')).toBeNull();
  });

  it('shows nothing of another account by its cursor', async () => {
    await make();
    const last = await make();
    const { next } = await page('limit=1');
    tenant = await system.createTenant();
    apiKey = tenant.apiKey;
    expectError(await send(system.base, apiKey, remove(last)), 'NOT_FOUND');
    expect(await page(`cursor=${next}`)).toEqual({ ids: [], next: null });
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'cursor=',
    'cursor=x',
    'cursor=%00',
    'cursor=key_1',
    'cursor=ses_1',
    'cursor=ses_1-x',
    'cursor=ses_1-99999999999999',
  ])('refuses %s', async (query) => {
    const answer = await get(system.base, `${path()}?${query}`, apiKey);
    expectError(
      answer,
      'VALIDATION_ERROR',
      /^(limit must be an integer|cursor must be the next_cursor)/,
    );
  });
});

it('a hundred sessions, as many as there may be, are one page', async () => {
  for (let made = 0; made < 101; made++) await Browser.signedIn(system.base, apiKey);
  const { body } = await get(system.base, '/sessions', apiKey);
  expect(body.data.sessions).toHaveLength(100);
  expect(body.data.next_cursor).toBeNull();
});
