import type { WebhookWithSecret } from '@app/contracts';
import { eventually, type Receiver, startReceiver } from '@app/testing';
import { Redis } from 'ioredis';
import { expectJson, send } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const SETTINGS = {
  SECRET_KEY: 'ab'.repeat(32),
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WORKER_LOCK_SECONDS: '1',
};
const EVENTS = 30;

describeOnQueue('webhooks, while all processes are killed', (queue) => {
  let system: System;
  let tenant: Tenant;
  let processes: ServiceProcess[];
  const start = async () => {
    processes = await Promise.all(
      (['api', 'worker', 'worker'] as const).map((app) => startProcess(app, system.env)),
    );
  };
  const killAll = () => Promise.all(processes.map((one) => one.kill()));
  beforeAll(async () => {
    // Its API only makes the webhooks.
    system = await startSystemOn(queue, { worker: false, env: SETTINGS });
    tenant = await system.createTenant();
  });
  afterAll(async () => {
    await killAll();
    await system.stop();
  });

  const query = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await system.database.pool.query<Row>(sql, values)).rows;

  async function makeWebhook(receiver: Receiver): Promise<WebhookWithSecret> {
    const body = { name: 'w', url: receiver.url };
    const answer = await send(system.base, tenant.apiKey, 'POST /webhooks', body);
    expectJson(answer, 201);
    return answer.body.data as WebhookWithSecret;
  }

  let opened = 0;
  async function openEvents(): Promise<void> {
    for (let i = 0; i < EVENTS; i++)
      await query(
        `INSERT INTO events (public_id, account_id, website_id, kind, subject, cause, opened_at, seen_at, figures)
         VALUES ($1::text, $2, $3, 'spoofed', 'GPTBot', $1::text, now(), now(), '{}')`,
        `ev_${opened++}`,
        tenant.account.id,
        tenant.website.id,
      );
  }

  /** Leaves a request without an answer after this many, and resolves then. */
  const hangAfter = (receiver: Receiver, requests: number) =>
    new Promise<void>((resolve) => {
      const end = receiver.received.length + requests;
      receiver.answer = (response) => {
        if (receiver.received.length < end) response.writeHead(204).end();
        else resolve();
      };
    });

  /** The queue is empty, as after a loss of its store. */
  async function loseQueue(): Promise<void> {
    const { REDIS_URL } = system.env;
    if (REDIS_URL === undefined) return void (await query('TRUNCATE bullmq.job CASCADE'));
    const client = new Redis(REDIS_URL);
    await client.flushdb();
    client.disconnect();
  }

  /** As if half a minute had passed, after which an attempt is taken for lost. */
  const forgetAttempts = () =>
    query("UPDATE webhook_deliveries SET due_at = now() WHERE state = 'waiting'");

  const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);
  const eventsOf = ({ received }: Receiver) => [
    ...new Set(received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id)),
  ];

  it('nothing is lost, and only what was cut short comes twice', async () => {
    const receivers = [await startReceiver(), await startReceiver()];
    for (const receiver of receivers) await makeWebhook(receiver);
    await start();
    // First the queue is kept, and then it is lost, too.
    for (const lose of [() => Promise.resolve(), loseQueue]) {
      const hanging = receivers.map((receiver) => hangAfter(receiver, EVENTS / 3));
      await openEvents();
      await Promise.all(hanging);
      await killAll();
      // What happens while nothing runs is told later.
      await openEvents();
      await lose();
      await forgetAttempts();
      for (const receiver of receivers)
        receiver.answer = (response) => response.writeHead(204).end();
      await start();
      await eventually(async () => {
        const [counts] = await query(
          `SELECT count(*)::int AS delivered FROM webhook_deliveries WHERE state = 'delivered'`,
        );
        expect(counts).toEqual({ delivered: 2 * opened });
      });
    }
    for (const receiver of receivers) {
      const ids = idsOf(receiver);
      expect(new Set(ids).size).toBe(opened);
      // One attempt of each webhook was under way at each kill.
      expect(ids).toHaveLength(opened + 2);
      const order = Array.from({ length: opened }, (_, n) => `ev_${n}`);
      expect(eventsOf(receiver)).toEqual(order);
    }
    const waiting = await query(
      `SELECT DISTINCT state, attempts FROM webhook_deliveries ORDER BY attempts`,
    );
    expect(waiting).toEqual([
      { state: 'delivered', attempts: 1 },
      { state: 'delivered', attempts: 2 },
    ]);
  });
});
