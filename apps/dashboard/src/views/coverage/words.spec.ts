import { countsInWords, cutInWords, fetchInWords, type Sitemap, sitemapInWords } from './words.js';

const counts = { pages: 400, read: 300, share: 0.75, asked_not_read: 0, with_errors: 0 };

it('says how many pages were read, and what happened to the others', () => {
  expect(countsInWords({ of: 'sitemap', counts })).toBe(
    'AI bots read 300 of the 400 pages of the sitemap (75%).',
  );
  const bad = { ...counts, asked_not_read: 1, with_errors: 12 };
  expect(countsInWords({ of: 'visited', counts: bad })).toBe(
    'AI bots read 300 of the 400 pages that browsers opened (75%). They asked for 1 other one without reading: they got errors only, or were spoofed. 12 pages answered them with an error at least once.',
  );
  const none = { ...counts, pages: 0, read: 0, share: null };
  expect(countsInWords({ of: 'sitemap', counts: none })).toMatch(/^The sitemap lists no page/);
  expect(countsInWords({ of: 'visited', counts: none })).toMatch(/^Browsers opened no page/);
});

const left_out = { other_hosts: 0, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 };
const sitemap: Sitemap = {
  ...{ source: 'fetched', noted_at: '2026-11-20T03:12:00Z', pages: 1, files: 1, addresses: 4 },
  ...{ left_out: { ...left_out, other_hosts: 2, too_long: 1 }, fetch: null },
};

it('says which pages the sitemap has, and what was left out', () => {
  expect(sitemapInWords(sitemap)).toMatch(
    /^It lists 1 page, as it was fetched on .* UTC\. Left out: 2 addresses of other websites, 1 address with more characters than may be\.$/,
  );
  expect(sitemapInWords({ ...sitemap, source: null, noted_at: null })).toMatch(/^No sitemap is/);
});

it('says that a sitemap is longer than what is known of it', () => {
  const cut = { ...sitemap, left_out: { ...left_out, beyond_bound: 7, files: 2 } };
  expect(sitemapInWords(cut)).toMatch(
    /Left out: 7 addresses beyond 50,000 pages or 8 MiB of paths, 2 files that were not read\. So these pages are the beginning/,
  );
  expect(cutInWords({ beyond_bound: 0, files: 1 })).toMatch(/beginning of the sitemap/);
  expect([cutInWords({ beyond_bound: 0, files: 0 }), cutInWords(null)]).toEqual(['', '']);
});

it('says what came of the last fetch', () => {
  expect(fetchInWords(sitemap)).toBe('It is not fetched.');
  const due = { url: null, due_at: '2026-11-21T03:12:00Z', succeeded_at: null };
  const first = { ...due, tried_at: null, outcome: null, status: null };
  expect(fetchInWords({ fetch: first })).toMatch(/^It is fetched within a minute/);
  const tried = { ...first, tried_at: '2026-11-20T03:12:00Z', status: 404 };
  expect(fetchInWords({ fetch: { ...tried, outcome: 'unavailable' } })).toMatch(
    /UTC: the website has none, status 404\.$/,
  );
  const later = { ...tried, status: null, outcome: 'time_used_up' as const };
  expect(fetchInWords({ fetch: later })).toMatch(/UTC: not asked, .* it is tried tomorrow\.$/);
});
