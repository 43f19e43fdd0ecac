import { type Alert, alertChangesSchema, alertInputSchema, alertSchema } from '@app/contracts';
import { z } from 'zod';
import { pageOf } from '../http/answer.js';
import { PAGE_BY_TIME_PARAMETERS } from '../http/page.js';
import { route } from '../http/route.js';

const EXAMPLE: Alert = {
  id: 'al_0Nc4vRw8TzKp2hYsXqLm6',
  website_id: 'ws_0Hx3Ws2rVbYk8mTq4ZpLd',
  kind: 'errors',
  bot: 'GPTBot',
  category: null,
  categories: null,
  path: null,
  feed: null,
  direction: null,
  share: 0.1,
  statuses: '404',
  least: 20,
  addresses: null,
  enabled: true,
  in_words: 'At least 10 % of the visits of GPTBot, which must be at least 20, get the status 404.',
  open_events: 0,
  created_at: '2026-11-20T12:00:00.000Z',
  changed_at: '2026-11-20T12:00:00.000Z',
};

const ofWebsite = {
  tag: 'Alerts',
  access: 'api',
  path: '/api/v1/websites/:id/alerts',
  names: 'website',
} as const;

const one = {
  tag: 'Alerts',
  access: 'api',
  path: '/api/v1/alerts/:id',
  names: 'alert',
} as const;

export const CREATE = route({
  ...ofWebsite,
  id: 'createAlert',
  method: 'POST',
  summary: 'Ask to be told something',
  description:
    'The service looks every minute. What it finds becomes an event, which is open until its cause is gone, and which goes to the webhooks of the account. Only `kind` must be given; each kind has fields of its own.',
  body: {
    schema: alertInputSchema,
    example: { kind: 'errors', bot: 'GPTBot', statuses: '404', share: 0.1 },
  },
  answer: { status: 201, description: 'The alert.', data: alertSchema, example: EXAMPLE },
  codes: ['CONFLICT'],
});

export const LIST = route({
  ...ofWebsite,
  id: 'listAlerts',
  method: 'GET',
  summary: 'Alerts of a website',
  description: 'The oldest one first.',
  query: PAGE_BY_TIME_PARAMETERS,
  answer: {
    description: 'The alerts.',
    ...pageOf('alerts', alertSchema),
    example: { alerts: [EXAMPLE], next_cursor: null },
  },
});

export const SHOW = route({
  ...one,
  id: 'getAlert',
  method: 'GET',
  summary: 'One alert',
  answer: { description: 'The alert.', data: alertSchema, example: EXAMPLE },
});

export const UPDATE = route({
  ...one,
  id: 'updateAlert',
  method: 'PATCH',
  summary: 'Change an alert',
  description:
    'Fields that are left out do not change, and the kind never does. Open events stay open and are judged by the new conditions. With `enabled=false` they are closed.',
  body: { schema: alertChangesSchema, example: { share: 0.2 } },
  answer: { description: 'The alert.', data: alertSchema, example: { ...EXAMPLE, share: 0.2 } },
});

export const DELETE = route({
  ...one,
  id: 'deleteAlert',
  method: 'DELETE',
  summary: 'Delete an alert',
  description: 'Its open events are closed. Its events stay in the lists.',
  answer: {
    description: 'The alert is deleted.',
    data: z.object({ id: z.string(), deleted: z.literal(true) }),
    example: { id: EXAMPLE.id, deleted: true },
  },
});
