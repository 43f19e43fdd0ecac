import { z } from 'zod';
import { websiteFetchSchema } from './website-fetch.js';

/** The most addresses that are taken at once, and the most pages of a website. */
const MOST_ADDRESSES = 50_000;
const OBJECT = 'must be a JSON object';
const LISTED = 'must be a list of 1 to 50000 texts';

export const sitemapInputSchema = z
  .strictObject(
    {
      text: z
        .string('must be text')
        .min(1, 'must not be empty')
        .optional()
        .describe('a sitemap: XML, or text with an address in every line'),
      addresses: z
        .array(z.string(LISTED), LISTED)
        .min(1, LISTED)
        .max(MOST_ADDRESSES, LISTED)
        .optional()
        .describe('addresses or paths of pages, of one sitemap or of several'),
      fetch: z
        .literal(true, 'must be true, or be left out; DELETE ends fetching')
        .optional()
        .describe('true: a worker fetches the sitemap now and every day'),
      url: z
        .string('must be an address like https://shop.example/sitemap.xml, or null')
        .max(2_048, 'must be an address of at most 2048 characters')
        .nullish()
        .describe(
          'with `fetch`: address of the sitemap; by default those that robots.txt names, or `/sitemap.xml`',
        ),
    },
    OBJECT,
  )
  .refine(
    ({ text, addresses, fetch }) =>
      [text, addresses, fetch].filter((value) => value !== undefined).length === 1,
    { error: 'must have exactly one of text, addresses and fetch' },
  )
  .refine(({ fetch, url }) => fetch === true || url === undefined || url === null, {
    error: 'url goes with fetch only',
    path: [],
  });
export type SitemapInput = z.infer<typeof sitemapInputSchema>;

const count = (what: string) => z.int().min(0).describe(what);

export const sitemapSchema = z.object({
  source: z
    .enum(['given', 'fetched'])
    .nullable()
    .describe('how the pages came here; null when there are none'),
  noted_at: z.iso.datetime().nullable().describe('when they did; ISO 8601, UTC'),
  pages: count('pages of the website that its sitemaps list'),
  files: count('sitemaps that they come from, without indexes'),
  addresses: count('addresses that these list, in all'),
  left_out: z
    .object({
      other_hosts: count('addresses of other websites'),
      no_addresses: count('texts that are no address'),
      too_long: count(
        'paths of more than 2,048 bytes, and addresses of more than 8,192 characters',
      ),
      beyond_bound: count('addresses beyond 50,000 pages, or beyond 8 MiB of paths'),
      files: count(
        'files that an index or robots.txt names and that were not read: beyond 500, or when there was no room for further pages',
      ),
    })
    .describe(
      'addresses that are no pages, by reason, and files; addresses that come twice count once. With `beyond_bound` or `files` over 0, the pages are the beginning of the sitemap',
    ),
  fetch: websiteFetchSchema
    .extend({
      url: z
        .string()
        .nullable()
        .describe('address of the sitemap; null: those of robots.txt, or `/sitemap.xml`'),
    })
    .nullable()
    .describe('the daily fetch; null when it is off'),
});
export type Sitemap = z.infer<typeof sitemapSchema>;
