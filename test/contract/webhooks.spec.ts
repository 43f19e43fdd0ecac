import type { DeliveryDocument, WebhookDocument, WebhookWithSecret } from '@app/contracts';
import { Webhooks } from '@app/storage';
import { eventually, ownLoopback, type Receiver, startReceiver } from '@app/testing';
import { Webhook } from 'standardwebhooks';
import { expectError, expectJson, get, send } from '../support/http.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const SECRET_KEY = 'ab'.repeat(32);
let system: System;
let receiver: Receiver;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem({ env: { SECRET_KEY, WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
beforeEach(async () => {
  receiver = await startReceiver({ host: ownLoopback() });
  tenant = await system.createTenant();
});
afterEach(() => receiver.close());
afterAll(() => system.stop());

type Route = `${string} /${string}`;
async function must<Data>(route: Route, body?: object, of = tenant): Promise<Data> {
  const answer = await send(system.base, of.apiKey, route, body);
  expectJson(answer, answer.status === 201 ? 201 : 200);
  return answer.body.data as Data;
}
const make = (body: object = {}, of = tenant) =>
  must<WebhookWithSecret>('POST /webhooks', { name: 'chat', url: receiver.url, ...body }, of);
const show = async (id: string) =>
  (await get(system.base, `/webhooks/${id}`, tenant.apiKey)).body.data as WebhookDocument;
const deliveriesTo = async (id: string, query = '') =>
  (await get(system.base, `/webhooks/${id}/deliveries${query}`, tenant.apiKey)).body.data
    .deliveries as DeliveryDocument[];

let events = 0;
async function openEvent(kind = 'errors', { account, website } = tenant): Promise<string> {
  const publicId = `ev_${events++}`;
  await system.database.pool.query(
    `INSERT INTO events (public_id, account_id, website_id, kind, subject, cause, opened_at, seen_at, figures)
     VALUES ($1, $2, $3, $4, '/a', $1, '2026-11-23 12:00', '2026-11-23 12:00', $5)`,
    [publicId, account.id, website.id, kind, { visits: 40, error_visits: 38, share: 0.95 }],
  );
  return publicId;
}
const closeEvent = (publicId: string) =>
  system.database.pool.query(
    `UPDATE events SET closed_at = '2026-11-23 13:00' WHERE public_id = $1`,
    [publicId],
  );
/** As if the time of the next attempt had come. */
const hurry = () =>
  system.database.pool.query(
    `UPDATE webhook_deliveries SET due_at = now() WHERE state = 'waiting' AND attempted_at < now() AND fault IS NOT NULL`,
  );
const untilReceived = (count: number, at = receiver) =>
  eventually(() => expect(at.received.length).toBeGreaterThanOrEqual(count));

describe('A webhook', () => {
  it('is made with a secret that is shown once and stored encrypted', async () => {
    const made = await make({ kinds: ['errors', 'new_bot'] });
    const { secret, ...shown } = made;
    expect(shown).toEqual({
      id: expect.stringMatching(/^wh_[0-9A-Za-z]{21}$/),
      name: 'chat',
      url: receiver.url,
      kinds: ['errors', 'new_bot'],
      created_at: expect.any(String),
      last_delivered_at: null,
      waiting: 0,
      old_secret_ends_at: null,
      disabled_at: null,
      disabled_because: null,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await show(made.id)).toEqual(shown);
    const list = await get(system.base, '/webhooks', tenant.apiKey);
    expect(list.body.data).toEqual({ webhooks: [shown], next_cursor: null });
    const { rows } = await system.database.pool.query<{ row: string }>(
      'SELECT webhooks::text AS row, secret FROM webhooks WHERE public_id = $1',
      [made.id],
    );
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(10, 30));
    expect(JSON.stringify(rows)).not.toContain(bytes.toString('hex'));
  });

  it('changes, is disabled and enabled, and is deleted', async () => {
    const { id } = await make();
    const changed = await must<WebhookDocument>(`PATCH /webhooks/${id}`, {
      name: 'other',
      url: `${receiver.url}path`,
    });
    expect(changed).toMatchObject({ name: 'other', url: `${receiver.url}path`, kinds: null });
    const disabled = await must<WebhookDocument>(`POST /webhooks/${id}/disable`);
    expect(disabled).toMatchObject({ disabled_because: 'asked', disabled_at: expect.any(String) });
    expect(await must(`POST /webhooks/${id}/disable`)).toEqual(disabled);
    expect(await must(`POST /webhooks/${id}/enable`)).toMatchObject({ disabled_at: null });
    expect(await must(`DELETE /webhooks/${id}`)).toEqual({ id, deleted: true });
    expectError(await get(system.base, `/webhooks/${id}`, tenant.apiKey), 'NOT_FOUND');
  });

  it('belongs to its account', async () => {
    const { id } = await make();
    const other = await system.createTenant();
    const test = await must<DeliveryDocument>(`POST /webhooks/${id}/test`);
    const routes: Route[] = [
      ...[`GET /webhooks/${id}`, `DELETE /webhooks/${id}`, `POST /webhooks/${id}/rotate`],
      ...[`POST /webhooks/${id}/test`, `POST /webhooks/${id}/disable`],
      ...[`POST /webhooks/${id}/enable`, `GET /webhooks/${id}/deliveries`],
      `POST /deliveries/${test.id}/replay`,
    ] as Route[];
    for (const route of routes)
      expectError(await send(system.base, other.apiKey, route), 'NOT_FOUND');
    const name = { name: 'x' };
    expectError(await send(system.base, other.apiKey, `PATCH /webhooks/${id}`, name), 'NOT_FOUND');
    expect(await show(id)).toMatchObject({ name: 'chat', disabled_at: null });
  });

  it('is one of ten at most', async () => {
    for (let i = 0; i < 10; i++) await make();
    const body = { name: 'one more', url: receiver.url };
    const refused = await send(system.base, tenant.apiKey, 'POST /webhooks', body);
    expectError(refused, 'CONFLICT');
    expect(refused.body.error.message).toMatch(/^This account has 10 webhooks, .*: delete one/);
  });

  it('is not made without a key to encrypt its secret, or where its host is not public', async () => {
    const without = await system.startApi({ SECRET_KEY: '' });
    const body = { name: 'chat', url: receiver.url };
    const unsealed = await send(without, tenant.apiKey, 'POST /webhooks', body);
    expectError(unsealed, 'NOT_CONFIGURED');
    const strict = await system.startApi({ WEBHOOK_ALLOW_PRIVATE: 'false' });
    for (const url of [receiver.url, receiver.url.replace('http', 'https')]) {
      const refused = await send(strict, tenant.apiKey, 'POST /webhooks', { name: 'chat', url });
      expectError(refused, 'VALIDATION_ERROR');
      expect(refused.body.error.message).toMatch(/^url must (?:begin with https|be on a host of)/);
    }
    const { id } = await make();
    const patch = { url: 'https://169.254.169.254/' };
    expectError(
      await send(strict, tenant.apiKey, `PATCH /webhooks/${id}`, patch),
      'VALIDATION_ERROR',
    );
    expect(receiver.connections()).toBe(0);
  });
});

describe('An event', () => {
  it('is delivered when it opens and when it closes, as the API shows it', async () => {
    const { id, secret } = await make();
    const event = await openEvent();
    await untilReceived(1);
    await closeEvent(event);
    await untilReceived(2);
    const messages = receiver.received.map(({ body, headers }) =>
      new Webhook(secret).verify(body, headers),
    );
    const data = {
      id: event,
      website_id: tenant.website.public_id,
      domain: 'example.com',
      alert_id: null,
      kind: 'errors',
      subject: '/a',
      opened_at: '2026-11-23T12:00:00.000Z',
      seen_at: '2026-11-23T12:00:00.000Z',
      closed_at: null,
      figures: { visits: 40, error_visits: 38, share: 0.95 },
      in_words: expect.stringContaining('38 of 40'),
    };
    const closed = { ...data, closed_at: '2026-11-23T13:00:00.000Z' };
    expect(messages).toEqual([
      { type: 'event.opened', timestamp: data.opened_at, data },
      { type: 'event.closed', timestamp: closed.closed_at, data: closed },
    ]);
    const shown = await get(system.base, '/events', tenant.apiKey);
    expect(shown.body.data.events).toEqual([(messages[1] as { data: object }).data]);

    await eventually(async () => expect(await show(id)).toMatchObject({ waiting: 0 }));
    const [last, first] = await deliveriesTo(id);
    expect(first).toEqual({
      id: receiver.received[0]?.headers['webhook-id'],
      type: 'event.opened',
      event_id: event,
      kind: 'errors',
      state: 'delivered',
      created_at: expect.any(String),
      attempts: 1,
      attempted_at: expect.any(String),
      status: 204,
      duration_ms: expect.any(Number),
      fault: null,
      next_attempt_at: null,
    });
    expect(last).toMatchObject({ type: 'event.closed', state: 'delivered' });
    expect((await show(id)).last_delivered_at).toEqual(expect.any(String));
  });

  it('is tried again with the same id and the same text, and a new signature', async () => {
    const { id, secret } = await make();
    receiver.answer = (response) => response.writeHead(500).end('secret of the receiver');
    await openEvent();
    await untilReceived(1);
    await eventually(async () =>
      expect(await deliveriesTo(id, '?state=waiting')).toMatchObject([
        { attempts: 1, status: 500, fault: 'error_status', next_attempt_at: expect.any(String) },
      ]),
    );
    receiver.answer = (response) => response.writeHead(200).end();
    await hurry();
    await untilReceived(2);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    new Webhook(secret).verify(second?.body ?? '', second?.headers ?? {});
    await eventually(async () =>
      expect(await deliveriesTo(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]),
    );
  });

  it('disables a webhook that is gone, and tells the others', async () => {
    const gone = await make({ name: 'gone' });
    const other = await startReceiver();
    await make({ url: other.url, kinds: ['webhook_disabled'] });
    receiver.answer = (response) => response.writeHead(410).end();
    await openEvent();
    await untilReceived(1, other);
    const message = JSON.parse(other.received[0]?.body ?? '') as { data: object };
    expect(message.data).toMatchObject({
      kind: 'webhook_disabled',
      subject: gone.id,
      website_id: null,
      in_words: expect.stringContaining('410'),
    });
    expect(await show(gone.id)).toMatchObject({ disabled_because: 'gone' });
    await openEvent();
    expect(receiver.received).toHaveLength(1);
    await other.close();
  });

  it('goes in the order of events, and a receiver that hangs holds up no other', async () => {
    const slow = await make();
    receiver.answer = () => undefined;
    const quick = await startReceiver();
    const { id } = await make({ url: quick.url });
    const opened = [];
    for (let i = 0; i < 20; i++) opened.push(await openEvent());
    await untilReceived(20, quick);
    const told = quick.received.map(
      ({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id,
    );
    expect(told).toEqual(opened);
    // The other one has its first request still, and only one at a time, however often it is found.
    for (let more = 21; more <= 23; more++) {
      await openEvent();
      await untilReceived(more, quick);
    }
    expect(receiver.received).toHaveLength(1);
    expect(await show(slow.id)).toMatchObject({ waiting: 23 });
    await eventually(async () => expect(await show(id)).toMatchObject({ waiting: 0 }));
    await quick.close();
  });

  it('is not sent to an address that the operator does not allow any more', async () => {
    const strict = await startSystem({ env: { SECRET_KEY } });
    const owner = await strict.createTenant();
    const webhooks = new Webhooks(strict.database.pool);
    const webhook = { publicId: 'wh_moved', accountId: owner.account.id, name: 'w', most: 10 };
    // As if the name had had another address when it was made.
    const order = { ...webhook, url: receiver.url.replace('http', 'https'), kinds: null };
    await webhooks.create({ ...order, sealedSecret: Buffer.alloc(60) });
    // Of a secret that cannot be read, nothing is sent either.
    const attempts = async () => {
      const answer = await get(strict.base, '/webhooks/wh_moved/deliveries', owner.apiKey);
      return answer.body.data.deliveries as DeliveryDocument[];
    };
    await send(strict.base, owner.apiKey, 'POST /webhooks/wh_moved/test');
    await eventually(async () =>
      expect(await attempts()).toMatchObject([{ state: 'failed', fault: 'no_secret' }]),
    );
    await send(strict.base, owner.apiKey, 'POST /webhooks/wh_moved/rotate');
    await send(strict.base, owner.apiKey, 'POST /webhooks/wh_moved/test');
    await eventually(async () =>
      expect((await attempts())[0]).toMatchObject({ state: 'failed', fault: 'not_public' }),
    );
    expect(receiver.connections()).toBe(0);
    await strict.stop();
  });
});

describe('A test', () => {
  it('is sent once, also to a disabled webhook, and says what came of it', async () => {
    const { id, secret } = await make();
    await must(`POST /webhooks/${id}/disable`);
    const test = await must<DeliveryDocument>(`POST /webhooks/${id}/test`);
    expect(test).toMatchObject({ type: 'test', event_id: null, attempts: 0, state: 'waiting' });
    await untilReceived(1);
    const { body = '', headers = {} } = receiver.received[0] ?? {};
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'test',
      timestamp: test.created_at,
      data: { webhook_id: id, in_words: expect.stringContaining('test') },
    });
    receiver.answer = (response) => response.writeHead(302, { location: '/other' }).end();
    await must(`POST /webhooks/${id}/test`);
    await eventually(async () =>
      expect(await deliveriesTo(id, '?limit=1')).toMatchObject([
        { state: 'failed', fault: 'redirected', status: 302, attempts: 1 },
      ]),
    );
    expect(receiver.received).toHaveLength(2);
    expect(await show(id)).toMatchObject({ disabled_because: 'asked' });
  });
});

describe('A replay', () => {
  it('sends the same message again', async () => {
    const { id } = await make();
    await openEvent();
    await untilReceived(1);
    const [delivery] = await eventually(async () => {
      const done = await deliveriesTo(id, '?state=delivered');
      expect(done).toHaveLength(1);
      return done as [DeliveryDocument];
    });
    const replay = `POST /deliveries/${delivery.id}/replay` as const;
    expect(await must(replay)).toMatchObject({ id: delivery.id, state: 'waiting', attempts: 0 });
    await untilReceived(2);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(delivery.id);
    await eventually(async () =>
      expect(await deliveriesTo(id)).toMatchObject([{ state: 'delivered' }]),
    );
    await must(`POST /webhooks/${id}/disable`);
    const refused = await send(system.base, tenant.apiKey, replay);
    expectError(refused, 'CONFLICT');
    expect(refused.body.error.message).toMatch(/is disabled: enable it first$/);
  });
});

describe('A new secret', () => {
  it('signs beside the old one for the overlap', async () => {
    const { id, secret: old } = await make();
    const rotated = await must<WebhookWithSecret>(`POST /webhooks/${id}/rotate`, {
      overlap_seconds: 600,
    });
    expect(rotated.secret).not.toBe(old);
    expect(Date.parse(rotated.old_secret_ends_at ?? '') - Date.now()).toBeGreaterThan(500_000);
    const refused = await send(system.base, tenant.apiKey, `POST /webhooks/${id}/rotate`);
    expectError(refused, 'CONFLICT');
    await must(`POST /webhooks/${id}/test`);
    await untilReceived(1);
    const { body = '', headers = {} } = receiver.received[0] ?? {};
    for (const secret of [old, rotated.secret]) new Webhook(secret).verify(body, headers);

    const last = await must<WebhookWithSecret>(`POST /webhooks/${id}/rotate`, {
      overlap_seconds: 0,
    });
    await must(`POST /webhooks/${id}/test`);
    await untilReceived(2);
    const { body: next = '', headers: signed = {} } = receiver.received[1] ?? {};
    new Webhook(last.secret).verify(next, signed);
    for (const secret of [old, rotated.secret])
      expect(() => new Webhook(secret).verify(next, signed)).toThrow('No matching signature');
  });
});
