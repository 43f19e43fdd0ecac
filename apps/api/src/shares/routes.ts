import {
  createdShareSchema,
  type CreatedShareDocument,
  type Share,
  shareInputSchema,
  shareSchema,
} from '@app/contracts';
import { z } from 'zod';
import { pageOf } from '../http/answer.js';
import { PAGE_BY_TIME_PARAMETERS } from '../http/page.js';
import { route } from '../http/route.js';

const EXAMPLE: Share = {
  id: 'sh_0Wq9tLs5BzNk3hRyXvDf7',
  website_id: 'ws_0Hx3Ws2rVbYk8mTq4ZpLd',
  name: 'Our agency',
  first4: 'EXAM',
  from: '2026-11-01',
  to: null,
  expires_at: '2099-12-31T00:00:00.000Z',
  created_at: '2026-11-20T12:00:00.000Z',
  last_used_at: null,
};
const TOKEN = 'EXAMPLExEXAMPLExEXAMPLExEXAMPLExEXAMPLExEXA';
const CREATED: CreatedShareDocument = {
  ...EXAMPLE,
  token: TOKEN,
  url: `https://botgauge.shop.example/#share=${TOKEN}`,
};

const ofWebsite = {
  tag: 'Account',
  access: 'api',
  path: '/api/v1/websites/:id/shares',
  names: 'website',
} as const;

export const CREATE = route({
  ...ofWebsite,
  id: 'createShare',
  method: 'POST',
  summary: 'Make a shared link',
  description:
    'Whoever has the link reads the reports of this website, and nothing else, on the days from `from` to `to`. It is in this answer and never shown again. A key that ends makes no link that ends later.',
  body: {
    schema: shareInputSchema,
    example: { name: 'Our agency', from: '2026-11-01', expires_at: '2099-12-31T00:00:00Z' },
  },
  answer: {
    status: 201,
    description: 'The link with its token.',
    data: createdShareSchema,
    example: CREATED,
  },
  codes: ['CONFLICT', 'NOT_CONFIGURED'],
});

export const LIST = route({
  ...ofWebsite,
  id: 'listShares',
  method: 'GET',
  summary: 'Shared links of a website',
  description: 'The oldest link first. Those that have expired are not listed, and tokens never.',
  query: PAGE_BY_TIME_PARAMETERS,
  answer: {
    description: 'The links.',
    ...pageOf('shares', shareSchema),
    example: { shares: [EXAMPLE], next_cursor: null },
  },
});

export const REVOKE = route({
  tag: 'Account',
  access: 'api',
  path: '/api/v1/shares/:id',
  names: 'shared link',
  id: 'revokeShare',
  method: 'DELETE',
  summary: 'Revoke a shared link',
  description: 'It stops at once, everywhere, also in browsers that have it open.',
  answer: {
    description: 'The link is revoked.',
    data: z.object({ id: z.string(), revoked: z.literal(true) }),
    example: { id: EXAMPLE.id, revoked: true },
  },
});
