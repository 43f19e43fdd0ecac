import { MOST_ALERTS } from '@app/alerts';
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import { ALERT_KINDS } from '@app/contracts';
import { upsertBots } from '@app/storage';
import { eventually, FakeClock } from '@app/testing';
import { expectError, expectJson, get, request, send } from '../support/http.js';
import { deleteWebsite } from '../support/manage.js';
import {
  createWebsite,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';

const NOW = '2026-11-20T15:30:00.000Z';
const clock = FakeClock.at(NOW);
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystemOn('postgres', { clock, worker: false });
  await upsertBots(system.database.pool, BOT_REGISTRY, REGISTRY_VERSION);
});
beforeEach(async () => {
  clock.set(NOW);
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const pathOf = ({ website }: Tenant) => `/websites/${website.public_id}` as const;
const post = (body: object, of = tenant) =>
  send(system.base, of.apiKey, `POST ${pathOf(of)}/alerts`, body);

async function make(body: object = { kind: 'errors' }, of = tenant) {
  const answer = await post(body, of);
  expectJson(answer, 201);
  return answer.body.data;
}
const patch = (id: string, body: object) =>
  send(system.base, tenant.apiKey, `PATCH /alerts/${id}`, body);

async function listed(of = tenant) {
  const answer = await get(system.base, `${pathOf(of)}/alerts`, of.apiKey);
  expectJson(answer, 200);
  return answer.body.data.alerts;
}

/** Writes events of the tenant, the first one first. */
async function addEvents(
  ...events: {
    id: string;
    alert?: string;
    closed?: boolean;
    at?: string;
    kind?: string;
    ofAccount?: true;
  }[]
): Promise<void> {
  for (const { id, alert, closed = false, at = NOW, kind = 'errors', ofAccount } of events)
    await system.database.pool.query(
      `INSERT INTO events (public_id, account_id, website_id, alert_id, kind, subject, cause, opened_at, seen_at, closed_at, figures)
       VALUES ($1, $2, $3, (SELECT id FROM alerts WHERE public_id = $4), $5, 'GPTBot', $1, $6, $6,
         CASE WHEN $7 THEN $6::timestamptz END, $8)`,
      [
        ...[id, tenant.account.id, ofAccount ? null : tenant.website.id, alert ?? null, kind, at],
        ...[closed, { visits: 50, error_visits: 6, share: 0.12, statuses: '404', from: NOW }],
      ],
    );
}
async function events(query = '', of = tenant, path: string = `${pathOf(of)}/events`) {
  const answer = await get(system.base, `${path}${query}`, of.apiKey);
  expectJson(answer, 200);
  return answer.body.data.events.map(({ id }: { id: string }) => id);
}

describe('alerts', () => {
  it('of every kind need nothing but their kind, and say what they ask for', async () => {
    for (const kind of ALERT_KINDS) await make({ kind });
    const made = await listed();
    expect(made.map(({ kind }: { kind: string }) => kind)).toEqual(ALERT_KINDS);
    expect(made.map(({ in_words }: { in_words: string }) => in_words)).toEqual([
      'An AI bot comes for the first time.',
      'Visits of AI bots are more or fewer than in the same hours of the last four weeks, and at least 50 came or were usual.',
      'At least 10 % of the visits of AI bots, which must be at least 20, get an error.',
      'At least 20 visits in the name of bots come from other addresses within about four hours.',
      'A log source brings nothing for longer than usual.',
      'A log source rejects 10 % of its records, and at least 20, within about four hours.',
      'At least 1 log entry could not be stored within 24 hours.',
      'An AI bot makes at least 20 visits in a day to pages that robots.txt does not allow to it.',
      'Within 30 days, AI bots read less than 50 % of the pages that should be read, which must be at least 10.',
      'Within 24 hours, undeclared automation makes at least 50 % of the visits of browsers that are judged, and at least 100 of them.',
      'A fleet has begun: one agent of undeclared automation makes at least 100 visits in a day, from at least 20 addresses.',
      'Brute force: undeclared automation makes at least 100 visits in a day to one page, which it writes to, or asks for in vain, again and again.',
    ]);
  });

  it('are there for their own account only', async () => {
    const made = await make();
    const other = await system.createTenant();
    for (const [method, body] of [['GET'], ['PATCH', { enabled: false }], ['DELETE']] as const) {
      const answer = await send(system.base, other.apiKey, `${method} /alerts/${made.id}`, body);
      expectError(answer, 'NOT_FOUND');
    }
    expect(await listed()).toEqual([made]);
    expect(await listed(other)).toEqual([]);
  });

  it('are shown with all their fields, listed, changed and deleted', async () => {
    const made = await make({ kind: 'errors', bot: 'gptbot', statuses: '404', share: 0.05 });
    expect(made).toEqual({
      id: expect.stringMatching(/^al_/),
      website_id: tenant.website.public_id,
      ...{ kind: 'errors', bot: 'GPTBot', category: null, categories: null, path: null },
      ...{ feed: null, direction: null, share: 0.05, statuses: '404', least: 20, addresses: null },
      ...{ enabled: true, open_events: 0, created_at: NOW, changed_at: NOW },
      in_words:
        'At least 5 % of the visits of GPTBot, which must be at least 20, get the status 404.',
    });
    clock.advance(60_000);
    const changed = await patch(made.id, { bot: null, category: 'ai_search', share: 0.5 });
    expectJson(changed, 200);
    expect(changed.body.data).toMatchObject({
      ...{ bot: null, category: 'ai_search', share: 0.5, statuses: '404', created_at: NOW },
      changed_at: '2026-11-20T15:31:00.000Z',
    });
    const shown = await get(system.base, `/alerts/${made.id}`, tenant.apiKey);
    expect(shown.body.data).toEqual(changed.body.data);
    expect(await listed()).toEqual([changed.body.data]);
    const gone = await send(system.base, tenant.apiKey, `DELETE /alerts/${made.id}`);
    expect(gone.body.data).toEqual({ id: made.id, deleted: true });
    expect(await listed()).toEqual([]);
    expectError(await patch(made.id, { share: 0.5 }), 'NOT_FOUND');
  });

  it('tell what is wrong with them', async () => {
    const cases: [body: object, message: RegExp][] = [
      [{}, /^kind must be one of new_bot, unusual_visits/],
      [{ kind: 'mood' }, /^kind must be one of/],
      [{ kind: 'errors', feed: 'json' }, /^"feed" is not a field/],
      [{ kind: 'errors', share: 2 }, /^share must be a number from 0.001 to 1$/],
      [{ kind: 'errors', share: '0.1' }, /^share must be a number/],
      [{ kind: 'errors', least: 0 }, /^least must be an integer from 1/],
      [{ kind: 'brute_force', addresses: 20 }, /^"addresses" is not a field/],
      [{ kind: 'fleet_begun', addresses: 0 }, /^addresses must be an integer from 1/],
      [{ kind: 'errors', least: 1.5 }, /^least must be an integer from 1/],
      [{ kind: 'errors', statuses: '200' }, /^statuses must be 4xx, 5xx or one status/],
      [{ kind: 'errors', path: 'a' }, /^path must be a path/],
      [{ kind: 'errors', path: '/\u0000' }, /^path must be a path/],
      [{ kind: 'errors', path: '/a', statuses: '404' }, /^statuses must not stand beside `path`/],
      [{ kind: 'errors', bot: 'GPTBot', category: 'seo' }, /^category must not stand beside `bot`/],
      [{ kind: 'errors', bot: 'GPTBott' }, /^bot must be the name of a bot .*GET \/api\/v1\/bots/],
      [{ kind: 'errors', category: 'nice' }, /^category must be one of ai_search/],
      [{ kind: 'new_bot', categories: [] }, /^categories must be a list of 1 to 20 categories/],
      [{ kind: 'new_bot', categories: ['seo', 'seo'] }, /^categories must be a list/],
      [{ kind: 'feed_silent', feed: 'carrier-pigeon' }, /^feed must be one of custom, cloudflare/],
      [{ kind: 'unusual_visits', direction: 'up' }, /^direction must be one of above, below, both/],
      [{ kind: 'new_bot', enabled: 'no' }, /^enabled must be true or false/],
    ];
    for (const [body, message] of cases) expectError(await post(body), 'VALIDATION_ERROR', message);
    expect(await listed()).toEqual([]);
  });

  it('refuse changes that their kind does not take', async () => {
    const { id } = await make({ kind: 'errors', bot: 'GPTBot' });
    for (const [changes, message] of [
      [{ feed: 'json' }, /^feed is not a field of an alert of the kind errors$/],
      [{ category: 'seo' }, /^category must not stand beside `bot`$/],
      [{ share: 7 }, /^share must be a number/],
      [{ kind: 'spoofed' }, /^"kind" is not a field/],
      [{}, /^the body must have at least one field that changes$/],
    ] as const)
      expectError(await patch(id, changes), 'VALIDATION_ERROR', message);
  });

  it('are bounded for each website, and end with it', async () => {
    const { account } = tenant;
    for (let at = 0; at < MOST_ALERTS; at += 1)
      await system.database.pool.query(
        `INSERT INTO alerts (public_id, website_id, kind, conditions, created_at, changed_at)
         VALUES ($1, $2, 'spoofed', '{"kind": "spoofed", "bot": null, "least": 20}', now(), now())`,
        [`al_${tenant.website.id}x${at}`, tenant.website.id],
      );
    expectError(await post({ kind: 'errors' }), 'CONFLICT', /^This website has 50 alerts/);
    const website = await createWebsite(system.accounts, account, 'second.example');
    const second = { ...tenant, website };
    const { id } = await make({ kind: 'errors' }, second);
    await deleteWebsite({ base: system.base, apiKey: tenant.apiKey }, website.public_id);
    expectError(await get(system.base, `/alerts/${id}`, tenant.apiKey), 'NOT_FOUND');
    expectError(await post({ kind: 'errors' }, second), 'NOT_FOUND');
  });

  it('are read with a key of the scope read, and changed with a full one', async () => {
    const { id } = await make();
    const made = await send(system.base, tenant.apiKey, 'POST /keys', { name: 'r', scope: 'read' });
    const reader = made.body.data.key as string;
    expectJson(await get(system.base, `/alerts/${id}`, reader), 200);
    expectJson(await get(system.base, '/events', reader), 200);
    expectError(await send(system.base, reader, `DELETE /alerts/${id}`), 'FORBIDDEN');
  });
});

describe('events', () => {
  it('are shown with their figures and a sentence', async () => {
    const { id } = await make({ kind: 'errors', bot: 'GPTBot' });
    await addEvents({ id: 'ev_1', alert: id });
    const answer = await get(system.base, `${pathOf(tenant)}/events`, tenant.apiKey);
    expect(answer.body.data).toEqual({
      events: [
        {
          id: 'ev_1',
          website_id: tenant.website.public_id,
          domain: tenant.website.domain,
          ...{ alert_id: id, kind: 'errors', subject: 'GPTBot' },
          ...{ opened_at: NOW, seen_at: NOW, closed_at: null },
          figures: { visits: 50, error_visits: 6, share: 0.12, statuses: '404', from: NOW },
          in_words:
            'GPTBot got the status 404 for 6 of 50 visits (12 %) since 2026-11-20 15:30 UTC.',
        },
      ],
      next_cursor: null,
    });
    expect(await listed()).toMatchObject([{ open_events: 1 }]);
  });

  it('are listed by kind, time and state, and in parts, the newest first', async () => {
    await addEvents(
      { id: 'ev_a1', closed: true, at: '2026-11-01T00:00:00Z' },
      { id: 'ev_a2', kind: 'new_bot', closed: true },
      { id: 'ev_a3' },
      { id: 'ev_a4', kind: 'webhook_disabled', ofAccount: true },
    );
    expect(await events()).toEqual(['ev_a3', 'ev_a2', 'ev_a1']);
    const all = await events('', tenant, '/events');
    expect(all).toEqual(['ev_a4', 'ev_a3', 'ev_a2', 'ev_a1']);
    expect(await events('?kind=new_bot')).toEqual(['ev_a2']);
    expect(await events('?open=true')).toEqual(['ev_a3']);
    expect(await events('?since=2026-11-02T00:00:00%2B01:00')).toEqual(['ev_a3', 'ev_a2']);
    const first = await get(system.base, '/events?limit=3', tenant.apiKey);
    expect(first.body.data.next_cursor).toBe('ev_a2');
    expect(await events('?cursor=ev_a2', tenant, '/events')).toEqual(['ev_a1']);
    const other = await system.createTenant();
    expect(await events('?cursor=ev_a2', other, '/events')).toEqual([]);
    for (const [query, message] of [
      ['kind=mood', /^kind must be one of/],
      ['open=1', /^open must be one of true, false/],
      ['since=yesterday', /^since must be a time in ISO 8601/],
      ['limit=0', /^limit must be an integer/],
      ['cursor=1', /^cursor must be the next_cursor/],
    ] as const)
      expectError(
        await get(system.base, `/events?${query}`, tenant.apiKey),
        'VALIDATION_ERROR',
        message,
      );
  });

  it('come as CSV, too', async () => {
    await addEvents({ id: 'ev_c' });
    const url = `${system.base}/api/v1/events?format=csv`;
    const answer = await fetch(url, { headers: { 'x-api-key': tenant.apiKey } });
    expect(await answer.text()).toContain('\r\nev_c,ws_');
  });

  it('are closed when their alert is disabled or deleted, and stay', async () => {
    const { id } = await make();
    await addEvents({ id: 'ev_d', alert: id });
    await patch(id, { share: 0.2 });
    expect(await events('?open=true')).toEqual(['ev_d']);
    await patch(id, { enabled: false });
    expect(await events('?open=true')).toEqual([]);
    await patch(id, { enabled: true });
    await addEvents({ id: 'ev_e', alert: id });
    await send(system.base, tenant.apiKey, `DELETE /alerts/${id}`);
    const answer = await get(system.base, `${pathOf(tenant)}/events`, tenant.apiKey);
    expect(answer.body.data.events).toMatchObject([
      { id: 'ev_e', alert_id: null, closed_at: NOW },
      { id: 'ev_d', alert_id: null, closed_at: NOW },
    ]);
  });

  it('of a deleted website are not listed', async () => {
    await addEvents({ id: 'ev_f' }, { id: 'ev_g', kind: 'webhook_disabled', ofAccount: true });
    await deleteWebsite({ base: system.base, apiKey: tenant.apiKey }, tenant.website.public_id);
    expect(await events('', tenant, '/events')).toEqual(['ev_g']);
    expectError(await request(`${system.base}/api/v1${pathOf(tenant)}/events`), 'UNAUTHORIZED');
  });

  it('open by themselves while a worker runs', async () => {
    const { id } = await make({ kind: 'dead_entries' });
    await system.database.pool.query(
      `INSERT INTO dead_entries (id, kind, batch_id, website_id, reason, payload)
       VALUES (gen_random_uuid(), 'entry', 'b', $1, 'r', '{}')`,
      [tenant.website.id],
    );
    await system.startWorker();
    const [event] = await eventually(async () => {
      const answer = await get(system.base, '/events?open=true', tenant.apiKey);
      expect(answer.body.data.events).toHaveLength(1);
      return answer.body.data.events;
    });
    expect(event).toMatchObject({
      ...{ alert_id: id, kind: 'dead_entries', domain: tenant.website.domain },
      in_words:
        '1 log entry of the last 24 hours could not be stored: the operator of the service can see why.',
    });
  });
});
