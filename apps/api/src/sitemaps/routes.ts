import { type Sitemap, sitemapInputSchema, sitemapSchema } from '@app/contracts';
import { z } from 'zod';
import { route } from '../http/route.js';

const EXAMPLE: Sitemap = {
  source: 'fetched',
  noted_at: '2026-11-20T03:12:44.000Z',
  pages: 412,
  files: 2,
  addresses: 431,
  left_out: { other_hosts: 3, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 },
  fetch: {
    url: null,
    due_at: '2026-11-21T03:12:44.000Z',
    tried_at: '2026-11-20T03:12:43.000Z',
    outcome: 'fetched',
    status: 200,
    succeeded_at: '2026-11-20T03:12:44.000Z',
  },
};

/** Enough for the most addresses of ordinary length. Whoever has more uses the command line. */
const MOST_BYTES = 10 * 1024 * 1024;

const ofWebsite = {
  tag: 'Account',
  access: 'api',
  path: '/api/v1/websites/:id/sitemap',
  names: 'website',
} as const;

export const SHOW_SITEMAP = route({
  ...ofWebsite,
  id: 'getSitemap',
  method: 'GET',
  summary: 'What is known of the sitemap of a website',
  answer: { description: 'The sitemap.', data: sitemapSchema, example: EXAMPLE },
});

export const SET_SITEMAP = route({
  ...ofWebsite,
  id: 'setSitemap',
  method: 'PUT',
  summary: 'Give the pages of a website, or let its sitemap be fetched',
  description:
    'With `text` or `addresses`, these pages replace those before, and the sitemap is not fetched any more. Give the addresses of several sitemaps together. With `fetch`, a worker fetches the sitemap soon and then every day, with those that it lists; the pages stay until it has. A path counts as visits have it: without query, as it is asked for. Hosts below the domain count, too, as they do for visits, unless they are websites of their own.',
  mostBytes: MOST_BYTES,
  body: { schema: sitemapInputSchema, example: { fetch: true } },
  answer: { description: 'The sitemap.', data: sitemapSchema, example: EXAMPLE },
});

export const DELETE_SITEMAP = route({
  ...ofWebsite,
  id: 'deleteSitemap',
  method: 'DELETE',
  summary: 'Forget the sitemap of a website, and fetch it no more',
  answer: {
    description: 'It is forgotten.',
    data: z.object({ id: z.string(), deleted: z.literal(true) }),
    example: { id: 'ws_0Hx3Ws2rVbYk8mTq4ZpLd', deleted: true },
  },
});
