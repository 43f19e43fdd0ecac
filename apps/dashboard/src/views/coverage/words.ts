import type { DataOf } from '../../api/types.js';
import { momentInShort } from '../../words/dates.js';
import { counted, inFull, partOf } from '../../words/numbers.js';

export type Report = DataOf<'/api/v1/websites/{id}/coverage'>;
export type Sitemap = DataOf<'/api/v1/websites/{id}/sitemap'>;
export type CoveredPage = Report['pages'][number];

/** Says how many of the pages AI bots read, and what they got instead of the others. */
export function countsInWords({ of, counts }: Pick<Report, 'of' | 'counts'>): string {
  const { pages, read, asked_not_read: asked, with_errors: errors } = counts;
  if (pages === 0)
    return of === 'sitemap'
      ? 'The sitemap lists no page with these filters.'
      : 'People read no page in these days with these filters.';
  const which = of === 'sitemap' ? 'pages of the sitemap' : 'pages that people read';
  return [
    `AI bots read ${inFull(read)} of the ${inFull(pages)} ${which} (${partOf(read, pages)}).`,
    asked > 0
      ? ` They asked for ${counted(asked, 'other one', 'others')} without reading: they got errors only, or were spoofed.`
      : '',
    errors > 0 ? ` ${counted(errors, 'page')} answered them with an error at least once.` : '',
  ].join('');
}

const REASONS: Readonly<Record<keyof Sitemap['left_out'], string>> = {
  other_hosts: 'of other websites',
  no_addresses: 'that are no address',
  too_long: 'with more characters than may be',
  beyond_bound: 'beyond 50,000 pages or 8 MiB of paths',
  files: 'that were not read',
};

/** Says which pages the sitemap has, and what was left out of it. */
export function sitemapInWords(sitemap: Sitemap): string {
  const { source, noted_at, pages, left_out } = sitemap;
  if (source === null || noted_at === null)
    return 'No sitemap is known yet, so this view is about the pages that people read.';
  const left = (Object.keys(REASONS) as (keyof typeof REASONS)[])
    .filter((reason) => left_out[reason] > 0)
    .map((reason) => `${countedOf(reason, left_out[reason])} ${REASONS[reason]}`);
  const without = left.length > 0 ? ` Left out: ${left.join(', ')}.${cutInWords(left_out)}` : '';
  return `It lists ${counted(pages, 'page')}, as it was ${source} on ${momentInShort(noted_at)} UTC.${without}`;
}

const countedOf = (reason: keyof typeof REASONS, number: number) =>
  reason === 'files' ? counted(number, 'file') : counted(number, 'address', 'addresses');

/** Says that a sitemap is longer than what is known of it, and what to do; nothing when it is not. */
export function cutInWords(left: Report['left_out']): string {
  return left && left.beyond_bound + left.files > 0
    ? ' So these pages are the beginning of the sitemap: give one with the pages that matter most.'
    : '';
}

const OUTCOMES: Readonly<Record<string, string>> = {
  fetched: 'it was found',
  unavailable: 'the website has none',
  no_sitemap: 'what is there is no sitemap',
  web_page: 'what is there is a web page',
  too_many_redirects: 'more than five redirects',
  bad_redirect: 'a redirect leads nowhere',
  not_public: 'its host has no address on the internet',
  unreachable: 'the website could not be reached',
  not_trusted: 'its certificate is not valid',
  too_slow: 'the answer came too slowly',
  too_long: 'it is longer than may be read',
  error_status: 'the website answered with an error',
  unreadable: 'the answer could not be read',
  interrupted: 'the service was interrupted, and tries again later',
  time_used_up:
    'not asked, because fetching took all the time that the account has a day; it is tried tomorrow',
};

/** What came of the daily fetch, in a sentence. */
export function fetchInWords({ fetch }: Pick<Sitemap, 'fetch'>): string {
  if (!fetch) return 'It is not fetched.';
  if (!fetch.outcome || !fetch.tried_at)
    return 'It is fetched within a minute, and then every day.';
  const status = fetch.status === null ? '' : `, status ${fetch.status}`;
  const what = OUTCOMES[fetch.outcome] ?? fetch.outcome;
  return `It is fetched every day. Last try, ${momentInShort(fetch.tried_at)} UTC: ${what}${status}.`;
}
