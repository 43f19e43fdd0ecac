import type { DataOf } from '../../api/types.js';
import { texts } from '../../texts/texts.js';
import { momentInShort } from '../../words/dates.js';
import { partOf } from '../../words/numbers.js';

export type Report = DataOf<'/api/v1/websites/{id}/coverage'>;
export type Sitemap = DataOf<'/api/v1/websites/{id}/sitemap'>;
export type CoveredPage = Report['pages'][number];

/** Says how many of the pages AI bots read, and what they got instead of the others. */
export function countsInWords({ of, counts }: Pick<Report, 'of' | 'counts'>): string {
  const { pages, read, asked_not_read: asked, with_errors: errors } = counts;
  const words = texts.coverage.readers;
  if (pages === 0) return words.none[of];
  return [
    words.read[of]({ read, pages, share: partOf(read, pages) }),
    asked > 0 && words.askedNotRead(asked),
    errors > 0 && words.withErrors(errors),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Says which pages the sitemap has, and what was left out of it. */
export function sitemapInWords(sitemap: Sitemap): string {
  const { source, noted_at, pages, left_out } = sitemap;
  const { none, listed, leftOut, leftOutFor } = texts.coverage.sitemap;
  if (source === null || noted_at === null) return none;
  const left = (Object.keys(leftOutFor) as (keyof Sitemap['left_out'])[])
    .filter((reason) => left_out[reason] > 0)
    .map((reason) => leftOutFor[reason](left_out[reason]));
  return [
    listed[source](pages, momentInShort(noted_at)),
    left.length > 0 && leftOut(left.join(', ')),
    cutInWords(left_out),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Says that a sitemap is longer than what is known of it, and what to do; nothing when it is not. */
export const cutInWords = (left: Report['left_out']): string =>
  left && left.beyond_bound + left.files > 0 ? texts.coverage.readers.cut : '';

/** What came of the daily fetch, in a sentence. */
export function fetchInWords({ fetch }: Pick<Sitemap, 'fetch'>): string {
  const { never, soon, last } = texts.common.fetch;
  if (!fetch) return never;
  if (!fetch.outcome || !fetch.tried_at) return soon;
  return last({
    moment: momentInShort(fetch.tried_at),
    outcome: texts.coverage.sitemap.outcomes[fetch.outcome],
    status: fetch.status,
  });
}
