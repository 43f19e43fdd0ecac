import type { DeliveryState } from '@app/contracts';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { Deliveries } from './deliveries.js';
import { Webhooks } from './webhooks.js';

let database: TestDatabase;
let webhooks: Webhooks;
let deliveries: Deliveries;
let account: number;
let website: number;
beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = new Webhooks(database.pool);
  deliveries = new Deliveries(database.pool);
  ({ account, website } = await addAccount('a'));
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE webhooks, events CASCADE'));

async function addAccount(name: string): Promise<{ account: number; website: number }> {
  const { rows } = await database.pool.query<{ account: number; website: number }>(
    `WITH a AS (INSERT INTO accounts (public_id, name, plan) VALUES ($1, $1, 'pro') RETURNING id)
     INSERT INTO websites (account_id, public_id, tracking_id, domain)
     SELECT id, 'ws_' || $1, 't_' || $1, $1 || '.test' FROM a RETURNING account_id AS account, id AS website`,
    [name],
  );
  return rows[0] as { account: number; website: number };
}

let made = 0;
async function addWebhook(
  kinds: ('errors' | 'new_bot' | 'webhook_disabled')[] | null = null,
  accountId = account,
): Promise<{ id: number; publicId: string }> {
  const publicId = `wh_${made++}`;
  const url = 'https://hooks.test:8443/a?b=c';
  const order = { publicId, accountId, name: 'chat', url, kinds, most: 10 };
  expect(await webhooks.create({ ...order, sealedSecret: Buffer.from('sealed') })).toBe(true);
  const { id } = (await webhooks.find(accountId, publicId)) ?? { id: 0 };
  return { id, publicId };
}

async function openEvent(kind = 'errors', figures: object = {}, of = { account, website }) {
  const publicId = `ev_${made++}`;
  await database.pool.query(
    `INSERT INTO events (public_id, account_id, website_id, kind, subject, cause, opened_at, seen_at, figures)
     VALUES ($1, $2, $3, $4, '/a', $1, '2026-11-23 12:00', '2026-11-23 12:00', $5)`,
    [publicId, of.account, of.website, kind, figures],
  );
  return publicId;
}
const closeEvent = (publicId: string, figures: object = {}) =>
  database.pool.query(
    `UPDATE events SET closed_at = '2026-11-23 13:00', figures = $2 WHERE public_id = $1`,
    [publicId, figures],
  );
/** As if this much time passed for everything that waits. */
const pass = (time: string) =>
  database.pool.query('UPDATE webhook_deliveries SET due_at = due_at - $1::interval', [time]);
const states = async (webhookId: number) =>
  (await deliveries.list(webhookId, { limit: 2_000 })).reverse().map(({ state }) => state);
const note = (status: number | null, fault: 'error_status' | 'gone' | null = null) => ({
  status,
  fault,
  durationMs: 12,
});

async function takeNow(publicId: string) {
  const taken = await deliveries.take(publicId, 30);
  if (!taken) throw new Error('nothing is due');
  return taken;
}

describe('an event', () => {
  it('is told to each webhook of its account that wants to know of it, when it opens and closes', async () => {
    const all = await addWebhook();
    const some = await addWebhook(['errors']);
    const others = await addWebhook(['new_bot']);
    const disabled = await addWebhook();
    await webhooks.disable(disabled.id);
    const stranger = await addAccount('stranger');
    const foreign = await addWebhook(null, stranger.account);

    const event = await openEvent('errors', { visits: 1 });
    await closeEvent(event, { visits: 2 });
    // To notice that it is still so says nothing new.
    await closeEvent(event, { visits: 3 });
    for (const { id, publicId } of [all, some]) {
      const list = await deliveries.list(id, { limit: 10 });
      expect(list.map(({ type, event_public_id }) => [type, event_public_id])).toEqual([
        ['event.closed', event],
        ['event.opened', event],
      ]);
      const opened = await takeNow(publicId);
      expect(opened).toMatchObject({
        type: 'event.opened',
        public_id: expect.stringMatching(/^dl_[0-9a-f]{32}$/),
        attempts: 1,
        figures: { visits: 1 },
        closed_at: null,
        event_public_id: event,
        kind: 'errors',
        subject: '/a',
        website_public_id: 'ws_a',
        domain: 'a.test',
        alert_public_id: null,
        url: 'https://hooks.test:8443/a?b=c',
        secret: Buffer.from('sealed'),
        old_secret: null,
      });
      expect(await takeNow(publicId)).toMatchObject({
        type: 'event.closed',
        figures: { visits: 2 },
        closed_at: new Date('2026-11-23T13:00:00Z'),
      });
    }
    for (const { id } of [others, disabled, foreign]) expect(await states(id)).toEqual([]);
  });

  it('is told once when it opens and closes at the same time', async () => {
    const { id } = await addWebhook();
    await database.pool.query(
      `INSERT INTO events (public_id, account_id, website_id, kind, subject, cause, opened_at, seen_at, closed_at, figures)
       VALUES ('ev_once', $1, $2, 'new_bot', 'b', '', now(), now(), now(), '{}')`,
      [account, website],
    );
    expect(await states(id)).toEqual(['waiting']);
  });

  it('is in the same transaction as its deliveries', async () => {
    const { id } = await addWebhook();
    await database.pool.query(
      `BEGIN;
       INSERT INTO events (public_id, account_id, kind, subject, cause, opened_at, seen_at, figures)
       VALUES ('ev_back', ${account}, 'errors', '', '', now(), now(), '{}');
       ROLLBACK`,
    );
    expect(await states(id)).toEqual([]);
  });

  it('is listed and not sent beyond 1,000 that wait', async () => {
    const { id } = await addWebhook();
    await database.pool.query(
      `INSERT INTO events (public_id, account_id, kind, subject, cause, opened_at, seen_at, figures)
       SELECT 'ev_many' || n, $1, 'errors', n::text, n::text, now(), now(), '{}' FROM generate_series(1, 1001) n`,
      [account],
    );
    const counts = new Map<DeliveryState, number>();
    for (const state of await states(id)) counts.set(state, (counts.get(state) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ waiting: 1_000, dropped: 1 });
  });

  it('of a deleted website is told to nobody', async () => {
    const { publicId } = await addWebhook();
    const gone = await addAccount('gone');
    await openEvent('errors', {}, { account, website: gone.website });
    await database.pool.query('UPDATE websites SET deleted_at = now() WHERE id = $1', [
      gone.website,
    ]);
    expect(await deliveries.dueWebhooks(10)).toEqual([]);
    expect(await deliveries.take(publicId, 30)).toBeUndefined();
  });
});

describe('a delivery', () => {
  it('is due in the order of events, and one that waits holds up nobody', async () => {
    const { publicId } = await addWebhook();
    const events = [await openEvent(), await openEvent(), await openEvent()];
    expect(await deliveries.dueWebhooks(10)).toEqual([publicId]);
    const first = await takeNow(publicId);
    await deliveries.note({ ...first, ...note(500, 'error_status') }, 'waiting', 5_000);
    const second = await takeNow(publicId);
    await deliveries.note({ ...second, ...note(200) }, 'delivered');
    const third = await takeNow(publicId);
    const order = [first, second, third].map((taken) => 'kind' in taken && taken.event_public_id);
    expect(order).toEqual(events);
    expect(await deliveries.take(publicId, 30)).toBeUndefined();
    expect(await deliveries.dueWebhooks(10)).toEqual([]);
    await pass('5 seconds');
    expect(await takeNow(publicId)).toMatchObject({ public_id: first.public_id, attempts: 2 });
  });

  it('is due again when the process of its attempt died', async () => {
    const { publicId } = await addWebhook();
    await openEvent();
    const lost = await takeNow(publicId);
    await pass('29 seconds');
    expect(await deliveries.take(publicId, 30)).toBeUndefined();
    await pass('1 second');
    const again = await takeNow(publicId);
    expect(again).toMatchObject({ public_id: lost.public_id, attempts: 2 });
    // The process was only slow. What failed there says nothing about the attempt under way.
    await deliveries.note({ ...lost, ...note(500, 'error_status') }, 'waiting', 0);
    expect(await deliveries.take(publicId, 30)).toBeUndefined();
    // That the receiver has the message is true in any case.
    await deliveries.note({ ...lost, ...note(200) }, 'delivered');
    await deliveries.note({ ...again, ...note(500, 'error_status') }, 'waiting', 0);
    expect(await deliveries.find(await idOf(publicId), lost.public_id)).toMatchObject({
      state: 'delivered',
      status: 200,
      fault: null,
    });
  });

  it('is not taken by two processes', async () => {
    const { publicId } = await addWebhook();
    await openEvent();
    const taken = await Promise.all([1, 2, 3].map(() => deliveries.take(publicId, 30)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('shows what came of it, page by page and by state', async () => {
    const { id, publicId } = await addWebhook();
    for (let i = 0; i < 3; i++) await openEvent();
    const taken = await takeNow(publicId);
    await deliveries.note({ ...taken, ...note(200) }, 'delivered');
    const [newest, ...others] = await deliveries.list(id, { limit: 10 });
    expect(others.at(-1)).toMatchObject({ state: 'delivered', attempts: 1, duration_ms: 12 });
    expect(await deliveries.list(id, { limit: 10, after: newest?.public_id })).toEqual(others);
    expect(await deliveries.list(id, { limit: 10, state: 'delivered' })).toEqual(others.slice(1));
    expect((await webhooks.find(account, publicId))?.delivered_at).toBeInstanceOf(Date);
    expect((await webhooks.find(account, publicId))?.waiting).toBe(2);
    expect(await deliveries.countWaiting()).toEqual({ waiting: 2, due: 2 });
  });
});

const idOf = async (publicId: string) => (await webhooks.find(account, publicId))?.id ?? 0;

describe('a webhook that fails for a day', () => {
  const giveUp = async (publicId: string, because: 'gone' | 'failing' = 'failing') => {
    const taken = await takeNow(publicId);
    const fault = because === 'gone' ? 'gone' : 'error_status';
    return deliveries.giveUp({ ...taken, ...note(500, fault) }, because, `ev_${made++}`);
  };

  it('is disabled, what waits for it is dropped, and other webhooks are told', async () => {
    const failing = await addWebhook();
    const other = await addWebhook(['webhook_disabled']);
    for (let i = 0; i < 3; i++) await openEvent();
    await deliveries.addTest(failing.id);
    expect(await giveUp(failing.publicId)).toBe(true);
    expect(await states(failing.id)).toEqual(['failed', 'dropped', 'dropped', 'waiting']);
    expect(await webhooks.find(account, failing.publicId)).toMatchObject({
      disabled_at: expect.any(Date),
      disabled_because: 'failing',
    });
    expect(await takeNow(other.publicId)).toMatchObject({
      type: 'event.opened',
      kind: 'webhook_disabled',
      subject: failing.publicId,
      website_public_id: null,
      figures: { name: 'chat', host: 'hooks.test:8443', reason: 'failed', status: 500 },
    });
    await openEvent();
    expect(await states(failing.id)).toHaveLength(4);

    await webhooks.enable(failing.id);
    expect(await takeNow(other.publicId)).toMatchObject({ type: 'event.closed' });
    await webhooks.enable(failing.id);
    expect(await deliveries.take(other.publicId, 30)).toBeUndefined();
    await openEvent();
    // The end of the event that it was disabled, and a new event.
    expect((await states(failing.id)).slice(4)).toEqual(['waiting', 'waiting']);
  });

  it('stays enabled when it accepted something in the meantime, unless it says that it is gone', async () => {
    const { id, publicId } = await addWebhook();
    for (let i = 0; i < 4; i++) await openEvent();
    const taken = await takeNow(publicId);
    await deliveries.note({ ...taken, ...note(200) }, 'delivered');
    expect(await giveUp(publicId)).toBe(false);
    expect(await states(id)).toEqual(['delivered', 'failed', 'waiting', 'waiting']);
    expect(await giveUp(publicId, 'gone')).toBe(true);
    expect(await states(id)).toEqual(['delivered', 'failed', 'failed', 'dropped']);
  });

  it('takes its event with it when it is deleted', async () => {
    const { id, publicId } = await addWebhook();
    await openEvent();
    await giveUp(publicId);
    expect(await webhooks.delete(id)).toBe(true);
    expect(await webhooks.delete(id)).toBe(false);
    const { rows } = await database.pool.query(
      `SELECT closed_at IS NOT NULL AS closed FROM events WHERE kind = 'webhook_disabled'`,
    );
    expect(rows).toEqual([{ closed: true }]);
    expect(await deliveries.countWaiting()).toEqual({ waiting: 0, due: 0 });
  });
});

describe('a test', () => {
  it('is sent to a disabled webhook, too, and only some wait', async () => {
    const { id, publicId } = await addWebhook();
    await webhooks.disable(id);
    const ids = [];
    for (let i = 0; i < 4; i++) ids.push(await deliveries.addTest(id));
    expect(ids.map((test) => test !== undefined)).toEqual([true, true, true, false]);
    expect(await deliveries.dueWebhooks(10)).toEqual([publicId]);
    expect(await takeNow(publicId)).toMatchObject({ type: 'test', public_id: ids[0], kind: null });
  });
});

describe('a replay', () => {
  it('begins again with the same message, once what was before has ended', async () => {
    const { id, publicId } = await addWebhook();
    await openEvent();
    const taken = await takeNow(publicId);
    expect(await deliveries.replay(taken.public_id)).toBe(false);
    await deliveries.note({ ...taken, ...note(200) }, 'delivered');
    await webhooks.disable(id);
    expect(await deliveries.replay(taken.public_id)).toBe(false);
    await webhooks.enable(id);
    expect(await deliveries.replay(taken.public_id)).toBe(true);
    expect(await takeNow(publicId)).toMatchObject({ public_id: taken.public_id, attempts: 1 });
    expect(await deliveries.webhookOf(account, taken.public_id)).toBe(publicId);
    expect(await deliveries.webhookOf(account + 1, taken.public_id)).toBeUndefined();
    expect(await deliveries.webhookOf(null, taken.public_id)).toBe(publicId);
  });
});

describe('the secret', () => {
  it('is rotated with an overlap, and only once at a time', async () => {
    const { id, publicId } = await addWebhook();
    for (let i = 0; i < 3; i++) await openEvent();
    const secrets = async () => {
      const { secret, old_secret: old } = await takeNow(publicId);
      return [secret.toString(), old?.toString() ?? null];
    };
    expect(await webhooks.rotate(id, Buffer.from('second'), 60)).toBe(true);
    expect(await secrets()).toEqual(['second', 'sealed']);
    expect(await webhooks.rotate(id, Buffer.from('third'), 60)).toBe(false);
    expect(await webhooks.rotate(id, Buffer.from('third'), 0)).toBe(true);
    expect(await secrets()).toEqual(['third', null]);
    expect(await webhooks.rotate(id, Buffer.from('fourth'), 60)).toBe(true);
    expect((await webhooks.find(account, publicId))?.old_secret_ends_at).toBeInstanceOf(Date);
    await database.pool.query("UPDATE webhooks SET old_secret_ends_at = now() - interval '1 ms'");
    expect(await secrets()).toEqual(['fourth', null]);
    expect((await webhooks.find(account, publicId))?.old_secret_ends_at).toBeNull();
    expect(await webhooks.rotate(id, Buffer.from('fifth'), 60)).toBe(true);
  });
});

it('has a bound for each account, also for webhooks that are made at the same time', async () => {
  const order = { accountId: account, name: 'n', url: 'https://a.test/', kinds: null, most: 2 };
  const made = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      webhooks.create({ ...order, publicId: `wh_bound${n}`, sealedSecret: Buffer.from('s') }),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(2);
  expect(await webhooks.list(account)).toHaveLength(2);
});

it('changes only what is given', async () => {
  const { id, publicId } = await addWebhook(['errors']);
  await webhooks.update(id, { name: 'other' });
  expect(await webhooks.find(account, publicId)).toMatchObject({
    name: 'other',
    kinds: ['errors'],
  });
  await webhooks.update(id, { url: 'https://b.test/', kinds: null });
  expect(await webhooks.find(account, publicId)).toMatchObject({
    name: 'other',
    url: 'https://b.test/',
    kinds: null,
  });
});
