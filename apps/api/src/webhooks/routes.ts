import {
  DELIVERY_STATES,
  type DeliveryDocument,
  deliverySchema,
  webhookChangesSchema,
  type WebhookDocument,
  webhookInputSchema,
  webhookRotationSchema,
  webhookSchema,
  type WebhookWithSecret,
  webhookWithSecretSchema,
} from '@app/contracts';
import { z } from 'zod';
import { pageOf } from '../http/answer.js';
import { PAGE_BY_TIME_PARAMETERS, PAGE_PARAMETERS } from '../http/page.js';
import { oneOf } from '../http/parameters.js';
import { route } from '../http/route.js';

const EXAMPLE: WebhookDocument = {
  id: 'wh_0Jc5nVw2kRt8yBq4mXsGh',
  name: 'Chat of the web team',
  url: 'https://hooks.shop.example/botgauge',
  kinds: ['new_bot', 'errors'],
  created_at: '2026-11-20T12:00:00.000Z',
  last_delivered_at: '2026-11-20T12:30:00.000Z',
  waiting: 0,
  old_secret_ends_at: null,
  disabled_at: null,
  disabled_because: null,
};
const WITH_SECRET: WebhookWithSecret = {
  ...EXAMPLE,
  last_delivered_at: null,
  secret: 'whsec_EXAMPLExEXAMPLExEXAMPLExEXAMPLExEXAMPLExEXA=',
};
const DISABLED: WebhookDocument = {
  ...EXAMPLE,
  disabled_at: '2026-11-21T12:31:00.000Z',
  disabled_because: 'asked',
};
const DELIVERY: DeliveryDocument = {
  id: 'dl_5f3c9e0b7a1d4c62b8e90f1a2b3c4d5e',
  type: 'event.opened',
  event_id: 'ev_0Kd6pXy3lSu9zCr5nYtHj',
  kind: 'errors',
  state: 'waiting',
  created_at: '2026-11-20T12:30:00.000Z',
  attempts: 1,
  attempted_at: '2026-11-20T12:30:01.000Z',
  status: 500,
  duration_ms: 84,
  fault: 'error_status',
  next_attempt_at: '2026-11-20T12:30:06.000Z',
};
const TEST: DeliveryDocument = {
  ...DELIVERY,
  ...{ type: 'test', event_id: null, kind: null, attempts: 0, attempted_at: null },
  ...{ status: null, duration_ms: null, fault: null },
  next_attempt_at: DELIVERY.created_at,
};

const all = { tag: 'Account', access: 'api', path: '/api/v1/webhooks' } as const;
const path = '/api/v1/webhooks/:id';
const one = { tag: 'Account', access: 'api', path, names: 'webhook' } as const;

const SECRET_ONCE = 'The secret is in this answer and never shown again.';

export const LIST = route({
  ...all,
  id: 'listWebhooks',
  method: 'GET',
  summary: 'Webhooks of the account',
  description: 'The oldest webhook first. Secrets are never listed.',
  query: PAGE_BY_TIME_PARAMETERS,
  answer: {
    description: 'The webhooks.',
    ...pageOf('webhooks', webhookSchema),
    example: { webhooks: [EXAMPLE], next_cursor: null },
  },
});

export const CREATE = route({
  ...all,
  id: 'createWebhook',
  method: 'POST',
  summary: 'Make a webhook',
  description: `From now on, each event of the account is sent to this address when it opens and when it closes, signed as Standard Webhooks says. ${SECRET_ONCE}`,
  body: {
    schema: webhookInputSchema,
    example: { name: EXAMPLE.name, url: EXAMPLE.url, kinds: EXAMPLE.kinds },
  },
  answer: {
    status: 201,
    description: 'The webhook with its secret.',
    data: webhookWithSecretSchema,
    example: WITH_SECRET,
  },
  codes: ['CONFLICT', 'NOT_CONFIGURED'],
});

export const SHOW = route({
  ...one,
  id: 'getWebhook',
  method: 'GET',
  summary: 'One webhook',
  answer: { description: 'The webhook.', data: webhookSchema, example: EXAMPLE },
});

export const UPDATE = route({
  ...one,
  id: 'updateWebhook',
  method: 'PATCH',
  summary: 'Change the name, the address or the kinds of events of a webhook',
  description:
    'Fields that are left out do not change. What waits is sent to the new address. Other kinds hold for events that come from now on.',
  body: { schema: webhookChangesSchema, example: { kinds: null } },
  answer: {
    description: 'The webhook.',
    data: webhookSchema,
    example: { ...EXAMPLE, kinds: null },
  },
});

export const DELETE = route({
  ...one,
  id: 'deleteWebhook',
  method: 'DELETE',
  summary: 'Delete a webhook',
  description: 'It is told of nothing any more. The list of its deliveries is deleted, too.',
  answer: {
    description: 'The webhook is deleted.',
    data: z.object({ id: z.string(), deleted: z.literal(true) }),
    example: { id: EXAMPLE.id, deleted: true },
  },
});

export const ROTATE = route({
  ...one,
  path: `${path}/rotate`,
  id: 'rotateWebhookSecret',
  method: 'POST',
  summary: 'Replace the secret of a webhook by a new one',
  description: `During the overlap, each message has two signatures, one by each secret. A receiver that knows one of them accepts it. ${SECRET_ONCE}`,
  body: { schema: webhookRotationSchema, example: { overlap_seconds: 3600 }, optional: true },
  answer: {
    status: 201,
    description: 'The webhook with its new secret.',
    data: webhookWithSecretSchema,
    example: { ...WITH_SECRET, old_secret_ends_at: '2026-11-20T13:00:00.000Z' },
  },
  codes: ['CONFLICT', 'NOT_CONFIGURED'],
});

export const ENABLE = route({
  ...one,
  path: `${path}/enable`,
  id: 'enableWebhook',
  method: 'POST',
  summary: 'Enable a webhook again',
  description:
    'It is told of events that come from now on. What was dropped or failed can be sent by replay. Once more changes nothing.',
  answer: { description: 'The webhook.', data: webhookSchema, example: EXAMPLE },
});

export const DISABLE = route({
  ...one,
  path: `${path}/disable`,
  id: 'disableWebhook',
  method: 'POST',
  summary: 'Disable a webhook',
  description: 'It is told of nothing, and what waits is dropped. Once more changes nothing.',
  answer: { description: 'The webhook.', data: webhookSchema, example: DISABLED },
});

export const SEND_TEST = route({
  ...one,
  path: `${path}/test`,
  id: 'testWebhook',
  method: 'POST',
  summary: 'Send a test to a webhook',
  description:
    'A worker sends it within moments, once, also to a webhook that is disabled. Its list of deliveries shows what came of it.',
  answer: {
    status: 201,
    description: 'The delivery.',
    data: deliverySchema,
    example: TEST,
  },
  codes: ['CONFLICT'],
});

export const LIST_DELIVERIES = route({
  ...one,
  path: `${path}/deliveries`,
  id: 'listWebhookDeliveries',
  method: 'GET',
  summary: 'What was sent to a webhook, and what came of it',
  description: 'The newest delivery first. They are kept for 30 days.',
  query: {
    state: oneOf(DELIVERY_STATES).optional().describe('Only deliveries in this state.'),
    ...PAGE_PARAMETERS,
  },
  answer: {
    description: 'The deliveries.',
    ...pageOf('deliveries', deliverySchema),
    example: { deliveries: [DELIVERY], next_cursor: null },
  },
});

export const REPLAY = route({
  tag: 'Account',
  access: 'api',
  path: '/api/v1/deliveries/:id/replay',
  names: 'delivery',
  id: 'replayDelivery',
  method: 'POST',
  summary: 'Send a message to a webhook again',
  description:
    'The same message with the same `webhook-id`, from its first attempt on. A receiver that has it already may ignore it.',
  answer: {
    description: 'The delivery.',
    data: deliverySchema,
    example: { ...DELIVERY, attempts: 0 },
  },
  codes: ['CONFLICT'],
});
