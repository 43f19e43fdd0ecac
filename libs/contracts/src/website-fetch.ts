import { z } from 'zod';

/** What workers fetch from websites every day. */
export const FETCH_KINDS = ['robots', 'sitemap'] as const;
export type FetchKind = (typeof FETCH_KINDS)[number];

/**
 * What came of a fetch, in one word:
 * - `fetched`: the website has such a file, and it was read;
 * - `fetched_in_part`: a robots.txt has more than 500 KiB, of which its first lines were taken;
 * - `web_page`: it answers with an HTML page instead of a robots.txt, which forbids nothing;
 * - `unavailable`: it answers that it has none (4xx), and so a robots.txt forbids nothing;
 * - `too_many_redirects`: more than five; what is behind them counts as unavailable;
 * - `bad_redirect`: a redirect leads nowhere, or to what is neither http nor https;
 * - `not_public`: the host, or one to which a redirect leads, has no address, or a private one;
 * - `unreachable`: no connection, no answer, or nobody knows the addresses of the name;
 * - `not_trusted`: no certificate that is valid for the name;
 * - `too_slow`: the whole answer did not come in time, or it came more slowly than it must;
 * - `error_status`: any other status, such as 503 or 429;
 * - `unreadable`: the answer cannot be decompressed, or a sitemap not be read to its end;
 * - `too_long`: a sitemap with more than may be read;
 * - `no_sitemap`: the answer is none;
 * - `interrupted`: the worker ended before the fetch did; it is tried again later;
 * - `time_used_up`: nothing was asked, because the fetches of the account took all the time that they
 *   may take a day; it is tried on the next day.
 */
export const FETCH_OUTCOMES = [
  'fetched',
  'fetched_in_part',
  'web_page',
  'unavailable',
  'too_many_redirects',
  'bad_redirect',
  'not_public',
  'unreachable',
  'not_trusted',
  'too_slow',
  'error_status',
  'unreadable',
  'too_long',
  'no_sitemap',
  'interrupted',
  'time_used_up',
] as const;
export type FetchOutcome = (typeof FETCH_OUTCOMES)[number];

const time = (what: string) => z.iso.datetime().nullable().describe(`${what}; ISO 8601, UTC`);

/** What is known of a file that is fetched every day. */
export const websiteFetchSchema = z.object({
  due_at: z.iso.datetime().describe('when it is fetched next; ISO 8601, UTC'),
  tried_at: time('when it was last tried'),
  outcome: z.enum(FETCH_OUTCOMES).nullable().describe('what came of that, in one word'),
  status: z.int().nullable().describe('status of the answer, if there was one'),
  succeeded_at: time('when a try last told what the website has'),
});
export type WebsiteFetch = z.infer<typeof websiteFetchSchema>;
