import { aLogEntryInput, FakeClock } from '@app/testing';
import type { KeyPlace } from '../../apps/api/src/http/key-places.js';
import type { Route } from '../../apps/api/src/server/route-table.js';
import { exchange, expectProcessed, get, ingest, request } from '../support/http.js';
import { readSummary, readWebsites } from '../support/reports.js';
import { startSystem, type System } from '../support/system.js';
import { type Accounts, CANARY_VISITS, createAccounts } from './accounts.js';
import {
  ACCESS,
  BODIES,
  type Caller,
  CALLERS,
  declarationOf,
  expectedStatus,
  gaps,
  isSession,
  nameOfDelivery,
  NOT_ASKED,
  PLACES,
  type Row,
  rowKey,
  SESSION_CALLERS,
  WAYS,
  type WebsiteKind,
  WEBSITES,
} from './table.js';

let system: System;
let accounts: Accounts;
beforeAll(async () => {
  system = await startSystem({
    clock: FakeClock.at('2026-11-20T15:30:00Z'),
    env: {
      AUTH_FAILURES_PER_MINUTE: '1000000',
      PUBLIC_REQUESTS_PER_MINUTE: '1000000',
      PIXEL: 'true',
    },
  });
  accounts = await createAccounts(system);
});
afterAll(() => system.stop());

type Account = 'owner' | 'other';
/** Returns the account that a caller belongs to, or undefined when it has no valid key. */
const accountOf = (caller: Caller): Account | undefined =>
  (['owner', 'other'] as const).find((name) => caller.startsWith(name));

const DOMAIN = /^canary-(?:owner|other|deleted)\.test$/;
/** Logs name hosts of any account, and these routes show what they name. */
const SHOW_HOSTS_OF_LOGS = ['/api/v1/hosts', '/api/v1/websites/:id/hosts'];

/** Returns what an answer says about accounts that are not the caller's. */
function leaks(answer: string, caller: Caller, url = ''): string[] {
  const foreign = (['owner', 'other'] as const).filter((name) => name !== accountOf(caller));
  return [...foreign, ...(caller === 'owner reader' ? (['reader'] as const) : [])]
    .flatMap((name) => accounts.canaries[name])
    .filter((canary) => !(SHOW_HOSTS_OF_LOGS.includes(url) && DOMAIN.test(canary)))
    .filter((canary) => contains(answer, canary));
}

/** A random id of a request can contain every number by chance. */
const REQUEST_IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A number counts only when no other digit or letter touches it. */
function contains(answer: string, canary: string): boolean {
  return /^\d+$/.test(canary)
    ? new RegExp(`(?<!\\w)${canary}(?!\\w)`).test(answer.replaceAll(REQUEST_IDS, ''))
    : answer.includes(canary);
}

/** One way of asking a route. */
interface Asking {
  caller: Caller;
  website: WebsiteKind;
  /** Where the key stands. */
  place: KeyPlace;
  query: string;
}

/** Who has no valid key gets the same answer whatever is asked for, so one website is enough. */
const isStranger = (caller: Caller) => accountOf(caller) === undefined;

/** Sessions have a limit of their own, so they ask for less: the same routes, as JSON. */
function askingsOfBrowsers(route: Route): Asking[] {
  if (route.method === 'HEAD') return [];
  const websites = route.url.includes(':id') ? WEBSITES : WEBSITES.slice(0, 1);
  return SESSION_CALLERS.flatMap((caller) =>
    websites.map((website) => ({ caller, website, place: 'x-api-key', query: '' }) as const),
  );
}

/** The callers that try every place of the key: each kind of key, and one that is refused. */
const MOVERS: readonly Caller[] = ['owner api', 'owner bot', 'other bot', 'revoked bot'];

/**
 * Returns every way of asking a route. A list is also asked for as CSV. Where the key stands makes
 * no difference to what a caller may see, so the places other than the usual one are tried with one
 * website.
 */
function askingsOf(route: Route): Asking[] {
  const differs = route.url.includes(':id') || route.method === 'POST';
  const websites = differs ? WEBSITES : WEBSITES.slice(0, 1);
  const queries = declarationOf(route)?.answer.csv ? ['', 'format=csv'] : [''];
  const byKey = CALLERS.flatMap((caller) => [
    ...(isStranger(caller) ? websites.slice(0, 1) : websites).flatMap((website) =>
      queries.map((query) => ({ caller, website, place: 'x-api-key', query }) as const),
    ),
    ...(MOVERS.includes(caller) ? PLACES.slice(1) : []).map(
      (place) => ({ caller, website: 'own', place, query: '' }) as const,
    ),
  ]);
  return [...byKey, ...askingsOfBrowsers(route)];
}

/** Returns how a caller says who it is. */
function wayOf(caller: Caller, place: KeyPlace): ReturnType<(typeof WAYS)[KeyPlace]> {
  if (isSession(caller)) return { headers: accounts.browsers[caller].headers };
  const key = accounts.keys[caller];
  return key === undefined ? {} : WAYS[place](key);
}

/** Asks a route, and returns the status and what the answer leaked. */
async function ask({ method, url }: Route, { caller, website, place, query }: Asking) {
  const { id, domain } = accounts.websites[website];
  const body = BODIES[rowKey({ method, url })]?.(domain);
  const way = wayOf(caller, place);
  const address = `${system.base}${url.replace(':id', id)}?${[query, way.query].filter(Boolean).join('&')}`;
  const response = await exchange(address, {
    method,
    headers: {
      'content-type': 'application/json',
      ...nameOfDelivery({ method, url }),
      ...way.headers,
    },
    ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
  const { text } = response;
  const name = accountOf(caller);
  const sendsLogs = method === 'POST' && declarationOf({ method, url })?.access === 'bot';
  if (sendsLogs && response.status === 200 && name)
    // An answer in the form of the sender counts nothing, and the body has one record.
    accounts.visits[name] += (JSON.parse(text) as { processed?: number }).processed ?? 1;
  const headers = [...response.headers].map((header) => header.join(': ')).join('\n');
  const shown = /\/(visits|export|live)$/.test(url) ? withoutHosts(text) : text;
  return { status: response.status, leaks: leaks(`${headers}\n\n${shown}`, caller, url) };
}

/**
 * An entry may name any host, so the domains of other accounts stand in what this suite sends. In
 * visits, each account sees the hosts that its own senders named.
 */
function withoutHosts(visits: string): string {
  return visits.replaceAll(/"host":"[^"]*"|(?<=,GET,)[^,]*/g, '');
}

/** Returns every cell of a route's row that is not as the table says. */
async function wrongCells(route: Route, row: Row): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const asking of askingsOf(route)) {
    const status = expectedStatus(route, row, asking);
    if (status === NOT_ASKED) continue;
    const answer = await ask(route, asking);
    if (answer.status !== status || answer.leaks.length > 0)
      wrong.push({ ...asking, expected: status, ...answer });
  }
  return wrong;
}

describe('The table', () => {
  it('has a row for each route, and no other', () => {
    expect(gaps(system.routes, ACCESS)).toEqual([]);
  });

  it('fails with a route that it does not have, and with a row that has no route', () => {
    const forgotten = { method: 'PUT', url: '/api/v1/websites/:id' };
    expect(gaps([...system.routes, forgotten], ACCESS)).toEqual(['PUT /api/v1/websites/:id']);
    expect(gaps(system.routes.slice(1), { ...ACCESS, 'GET /gone': {} })).toContain('GET /gone');
  });

  it('fails with a wrong status', async () => {
    const route = { method: 'GET', url: '/api/v1/websites/:id/bots' };
    const open = { ...(ACCESS[rowKey(route)] as Row), 'other api': 200 } as const;
    const asked = askingsOf(route).filter(
      ({ caller }) => caller === 'other api' || caller === 'other session',
    );
    expect(asked.length).toBeGreaterThan(WEBSITES.length);
    // It may read the website that is foreign to the owner, and in an address its key never counts.
    const right = asked.filter(({ website, place }) => website === 'foreign' || place === '?key=');
    expect(await wrongCells(route, open)).toHaveLength(asked.length - right.length);
  });

  it('finds a leak', () => {
    for (const canary of accounts.canaries.other)
      expect(leaks(`{"a":"${canary}"}`, 'owner api')).toEqual([canary]);
    expect(leaks(`{"visits":${CANARY_VISITS}}`, 'none')).toEqual([`${CANARY_VISITS}`]);
    expect(leaks(`{"visits":${CANARY_VISITS}}`, 'other api')).toEqual([]);
    for (const canary of accounts.canaries.reader) {
      expect(leaks(`{"a":"${canary}"}`, 'owner reader')).toEqual([canary]);
      expect(leaks(`{"a":"${canary}"}`, 'owner api')).toEqual([]);
    }
    expect(accounts.canaries.reader.length).toBeGreaterThan(5);
  });
});

it('every route answers every caller as the table says, without a byte of another account', async () => {
  const wrong: unknown[] = [];
  for (const route of system.routes) {
    const row = ACCESS[rowKey(route)];
    if (!row) continue;
    for (const cell of await wrongCells(route, row)) wrong.push([rowKey(route), cell]);
  }
  expect(wrong).toEqual([]);
});

const reading = (name: Account) => ({
  base: system.base,
  apiKey: accounts[name].apiKey,
  id: accounts[name].website.public_id,
});

it('an entry for a foreign host counts for the account of the key', async () => {
  for (const name of ['owner', 'other'] as const) {
    const foreign = accounts[name === 'owner' ? 'other' : 'owner'];
    const entry = {
      ...aLogEntryInput({ host: foreign.website.domain }),
      website_id: foreign.website.public_id,
      websiteId: foreign.website.id,
      account_id: foreign.account.id,
      tracking_id: foreign.website.tracking_id,
    };
    expectProcessed(await ingest(system.base, accounts[name].botKey, entry), 1);
    accounts.visits[name] += 1;
  }
  for (const name of ['owner', 'other'] as const) {
    await system.untilVisits(accounts[name].website, accounts.visits[name]);
    const summary = await readSummary(reading(name), 'period=last_30_days');
    expect(summary.total_visits).toBe(accounts.visits[name]);
    expect(await readWebsites(reading(name))).toHaveLength(1);
  }
});

it('parameters and headers that name another account change nothing', async () => {
  const { public_id, tracking_id, id } = accounts.other.website;
  const account = accounts.other.account;
  const query = `website_id=${public_id}&id=${public_id}&account_id=${account.id}&tracking_id=${tracking_id}`;
  const headers = {
    'x-api-key': accounts.owner.apiKey,
    'x-account-id': `${account.id}`,
    'x-website-id': `${id}`,
    'x-original-url': `/api/v1/websites/${public_id}/summary`,
  };
  for (const path of ['/websites', `/websites/${accounts.owner.website.public_id}/summary`]) {
    const plain = await get(system.base, path, accounts.owner.apiKey);
    const { body } = await request(`${system.base}/api/v1${path}?${query}`, { headers });
    expect(body).toEqual(plain.body);
    expect(leaks(JSON.stringify(body), 'owner api')).toEqual([]);
  }
});

it('an Idempotency-Key belongs only to the key that used it', async () => {
  const headers = { 'idempotency-key': 'the-same' };
  for (const name of ['owner', 'other'] as const) {
    const entry = aLogEntryInput({ path: `/${name}` });
    expectProcessed(await ingest(system.base, accounts[name].botKey, entry, headers), 1);
  }
});
