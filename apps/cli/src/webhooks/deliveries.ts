import { setTimeout as sleep } from 'node:timers/promises';
import { ATTEMPT_FAULTS, type DeliveryState } from '@app/contracts';
import { Deliveries, type DeliveryRow } from '@app/storage';
import { deliveryDocument } from '@app/webhooks';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError } from '../program/failure.js';
import { renderList } from '../program/list.js';
import { requireWebhook } from './webhooks.js';

/** The options of `webhooks deliveries`. */
export interface DeliveryOptions {
  state?: DeliveryState;
  limit: number;
}

const HEADINGS = [
  ...['ID', 'TYPE', 'KIND', 'STATE', 'CREATED', 'ATTEMPTS', 'STATUS', 'MS', 'FAULT'],
  'NEXT ATTEMPT',
];
/** An attempt takes at most 10 s, and a worker takes it within moments. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 200;

/** @throws CommandError when there is no such webhook */
export async function listDeliveries(
  dependencies: Dependencies,
  id: string,
  { state, limit }: DeliveryOptions,
): Promise<Answer> {
  const rows = await withDatabase(dependencies, async (pool) => {
    const webhook = await requireWebhook(pool, id);
    return new Deliveries(pool).list(webhook.id, { state, limit });
  });
  const none = `Nothing${state ? ` that is ${state}` : ''} was sent to webhook ${id} in the last 30 days.`;
  const text = rows.length > 0 ? renderList(HEADINGS, rows.map(cells)) : none;
  return { document: rows.map(deliveryDocument), text };
}

/**
 * Sends a test and waits for what comes of it. It fails when the test fails.
 *
 * @throws CommandError when there is no such webhook, or no worker takes the test
 */
export async function testWebhook(dependencies: Dependencies, id: string): Promise<Answer> {
  const delivery = await withDatabase(dependencies, async (pool) => {
    const webhook = await requireWebhook(pool, id);
    const deliveries = new Deliveries(pool);
    const test = await deliveries.addTest(webhook.id);
    if (test === undefined)
      throw new CommandError(
        `Tests of webhook ${id} wait already: see whether a worker runs, then look at \`${BOTGAUGE} webhooks deliveries ${id}\`.`,
      );
    return untilEnded(() => deliveries.find(webhook.id, test));
  });
  if (delivery?.state === 'waiting')
    throw new CommandError(
      `No worker has sent the test within ${PATIENCE_MS / 1_000} s: start one. It is sent then.`,
    );
  if (!delivery) throw new CommandError(`Webhook ${id} was deleted before the test was sent.`);
  const { fault, status, duration_ms: ms } = delivery;
  const document = deliveryDocument(delivery);
  if (fault === null)
    return {
      document,
      text: `The receiver accepted the test with the status ${status}, in ${ms} ms.`,
    };
  const text = status === null ? `No answer after ${ms} ms.` : `Status ${status} after ${ms} ms.`;
  return { document, text, failure: `The test failed: ${ATTEMPT_FAULTS[fault]}.` };
}

/** @throws CommandError when there is no such delivery, or it cannot begin again */
export async function replayDelivery(dependencies: Dependencies, id: string): Promise<Answer> {
  const delivery = await withDatabase(dependencies, async (pool) => {
    const deliveries = new Deliveries(pool);
    const owner = await deliveries.webhookOf(null, id);
    if (owner === undefined)
      throw new CommandError(
        `There is no delivery ${id}: see the ids with \`${BOTGAUGE} webhooks deliveries wh_…\`.`,
      );
    if (!(await deliveries.replay(id)))
      throw new CommandError(
        `Delivery ${id} cannot begin again: it waits already, its webhook ${owner} is disabled, or too many deliveries wait there. See \`${BOTGAUGE} webhooks list\`.`,
      );
    const webhook = await requireWebhook(pool, owner);
    return deliveries.find(webhook.id, id);
  });
  return {
    document: delivery && deliveryDocument(delivery),
    text: `Delivery ${id} is sent again within moments, with the same webhook-id.`,
  };
}

/** Looks again and again until the delivery waits no more, for some seconds. */
async function untilEnded(
  look: () => Promise<DeliveryRow | undefined>,
): Promise<DeliveryRow | undefined> {
  const end = performance.now() + PATIENCE_MS;
  let delivery = await look();
  while (delivery?.state === 'waiting' && performance.now() < end) {
    await sleep(LOOK_MS);
    delivery = await look();
  }
  return delivery;
}

function cells(row: DeliveryRow): (string | number | null)[] {
  const { id, type, kind, state, created_at, attempts, status, ...rest } = deliveryDocument(row);
  const { duration_ms: ms, fault, next_attempt_at: next } = rest;
  return [id, type, kind, state, created_at, attempts, status, ms, fault, next];
}
