import {
  type Website,
  websiteChangesSchema,
  websiteInputSchema,
  websiteSchema,
} from '@app/contracts';
import { z } from 'zod';
import { listOf, NEXT_CURSOR } from '../http/answer.js';
import { PAGE_PARAMETERS } from '../http/page.js';
import { route } from '../http/route.js';

const EXAMPLE: Website = {
  id: 'ws_0Hx3Ws2rVbYk8mTq4ZpLd',
  domain: 'shop.example',
  tracking_id: 't_0Bc7Kp1nXw5jRf9sGyQeU',
  count: 'all',
  behaviour: 'default',
  created_at: '2026-11-01T08:00:00.000Z',
};

const all = { tag: 'Account', access: 'api', path: '/api/v1/websites' } as const;
const one = {
  tag: 'Account',
  access: 'api',
  path: '/api/v1/websites/:id',
  names: 'website',
} as const;

const list = listOf('websites', websiteSchema);

export const LIST = route({
  ...all,
  id: 'listWebsites',
  method: 'GET',
  summary: 'Websites of the account',
  description:
    'All websites, the oldest first. With `limit` or `cursor` it is one page, with `next_cursor`.',
  query: PAGE_PARAMETERS,
  answer: {
    description: 'The websites.',
    ...list,
    data: list.data.extend({ next_cursor: NEXT_CURSOR.optional() }),
    example: { websites: [EXAMPLE] },
  },
});

export const CREATE = route({
  ...all,
  id: 'createWebsite',
  method: 'POST',
  summary: 'Add a website',
  description:
    'Entries count for the website with the domain of their `host` or its longest parent domain. With `count=pages`, requests for static files are skipped. With `behaviour=off`, visits are judged by their agents only. The plan says how many websites an account may have; within 24 hours it may make twice as many.',
  body: { schema: websiteInputSchema, example: { domain: 'shop.example' } },
  answer: { status: 201, description: 'The website.', data: websiteSchema, example: EXAMPLE },
  codes: ['CONFLICT'],
});

export const SHOW = route({
  ...one,
  id: 'getWebsite',
  method: 'GET',
  summary: 'One website',
  answer: { description: 'The website.', data: websiteSchema, example: EXAMPLE },
});

export const UPDATE = route({
  ...one,
  id: 'updateWebsite',
  method: 'PATCH',
  summary: 'Change the domain of a website, what it counts, or how its visits are judged',
  description:
    'Fields that are left out do not change. Visits that have been counted stay with the website; `count` and `behaviour` hold for entries that are stored from now on.',
  body: {
    schema: websiteChangesSchema,
    example: { domain: 'www.shop.example', count: 'pages' },
  },
  answer: {
    description: 'The website.',
    data: websiteSchema,
    example: { ...EXAMPLE, domain: 'www.shop.example', count: 'pages' },
  },
  codes: ['CONFLICT'],
});

export const DELETE = route({
  ...one,
  id: 'deleteWebsite',
  method: 'DELETE',
  summary: 'Delete a website',
  description:
    'It is gone at once and for ever: its keys end, entries that are still queued are dropped, its visits and counts are erased in the background.',
  answer: {
    description: 'The website is deleted.',
    data: z.object({ id: z.string(), deleted: z.literal(true) }),
    example: { id: EXAMPLE.id, deleted: true },
  },
});
