import type { FeedCounts, FeedHealthReport } from '@app/contracts';
import { paintFor } from '@app/report-text';
import { adviceFor } from './advice.js';
import { renderFeeds } from './render-feeds.js';

const NONE: FeedCounts = {
  deliveries: 0,
  records: 0,
  entries: 0,
  ...{ without_address: 0, without_host: 0, without_country: 0, without_fetch_headers: 0 },
  ...{ without_referer: 0, static_files: 0 },
  skipped: 0,
  rejected: 0,
  reasons: {},
  refused: 0,
  refusals: {},
  mean_lag_seconds: null,
  largest_lag_seconds: null,
};

const aFeed = (
  today: Partial<FeedCounts>,
  fields: Partial<FeedHealthReport> = {},
): FeedHealthReport => ({
  feed: 'cloudflare',
  first_delivery: '2026-11-14T08:00:02.114Z',
  last_delivery: '2026-11-20T11:59:58.031Z',
  last_24_hours: { ...NONE, ...today },
  last_30_days: { ...NONE, ...today },
  samples: [],
  ...fields,
});

const rejects = { deliveries: 1, records: 10, rejected: 10, reasons: { no_time: 9, bad_time: 1 } };

it.each<[string, Partial<FeedCounts>, string]>([
  [
    'everything is rejected',
    rejects,
    'cloudflare: no record was a visit. They were rejected most often as no_time (the record has no time); compare the outlines',
  ],
  [
    'everything is skipped',
    { deliveries: 1, records: 2, skipped: 2, reasons: { validation: 2 } },
    'every record was skipped, most often as validation (what a sender uploads',
  ],
  [
    'some are skipped and the others rejected',
    { ...rejects, records: 30, skipped: 20, reasons: { blank: 20, no_time: 10 } },
    'no record was a visit. They were rejected most often as no_time',
  ],
  [
    'many are rejected',
    { ...rejects, records: 100, entries: 90 },
    '10 of 100 records were rejected, most often as no_time',
  ],
  [
    'entries have no address',
    { deliveries: 1, records: 1_000, entries: 1_000, without_address: 1_000 },
    '1,000 of 1,000 entries have no address: no bot is verified',
  ],
  [
    'few are rejected',
    { ...rejects, records: 1_010, entries: 1_000 },
    'it works, with 1,000 entries',
  ],
  [
    'every delivery is refused',
    { refused: 2, refusals: { VALIDATION_ERROR: 2 } },
    'every delivery was refused, most often with VALIDATION_ERROR (a parameter',
  ],
  ['there are no records', { deliveries: 1 }, 'what came had no records'],
  [
    'nothing comes any more',
    {},
    'nothing has come in the last 24 hours; the last delivery was at 2026-11-20T11:59:58.031Z',
  ],
])('says what to do when %s', (_, today, advice) => {
  expect(adviceFor([aFeed(today)])).toEqual([expect.stringContaining(advice)]);
});

it('says what to do when nothing has come yet', () => {
  const text = renderFeeds(
    { domain: 'shop.example', feeds: [], unknown_hosts: [] },
    paintFor(false),
  );
  expect(text).toMatch(
    /^shop\.example: no feeds yet\n\nNext\n {2}Nothing has come for this website yet\. .*keys create --kind bot/,
  );
});

it('shows feeds, reasons and the last rejects, and nothing that could control a terminal', () => {
  const sample = {
    at: '2026-11-20T11:58:58.204Z',
    reason: 'no_time',
    message: 'has no \u001b[31m time',
    outline: '{"a":9}',
  };
  const lag = { mean_lag_seconds: 31.402, largest_lag_seconds: 86_400 * 3 };
  const feed = aFeed({ ...rejects, ...lag }, { samples: Array(5).fill(sample) });
  const custom = aFeed({ refused: 1, refusals: { INVALID_JSON: 1 } }, { feed: 'custom' });
  const text = renderFeeds(
    { unknown_hosts: [], domain: 'shop.example', feeds: [feed, custom] },
    paintFor(false),
  );
  for (const part of [
    /^shop\.example: deliveries by feed \(UTC\)\n/,
    /\n {2}cloudflare {2}2026-11-14 08:00:02 {2}2026-11-20 11:59:58\n/,
    /\nThe last 24 hours\n.*mean lag +largest\n {2}cloudflare +1 +10 +0 +0 +10 +0 +31\.4 s +3\.0 d\n {2}custom +0 +0 +0 +0 +0 +1 +- +-\n/,
    /\n {2}cloudflare +no_time +9 +9 +the record has no time\n/,
    /\n {2}custom +INVALID_JSON +1 +1 +the body is not JSON/,
    /\n {2}2026-11-20 11:58:58 {2}cloudflare {2}no_time: has no \ufffd\[31m time\n {4}\{"a":9\}\n/,
    /\nNext\n {2}cloudflare: no record was a visit.*\n {2}custom: every delivery was refused.*$/,
  ])
    expect(text).toMatch(part);
  expect(text.split('has no \ufffd')).toHaveLength(4);
});

it('lists hosts that are no website, with the command that adds one', () => {
  const host = { host: 'my-shop.example', total_visits: 2_000, last_day: '2026-11-19' };
  const report = { domain: 'shop.example', feeds: [aFeed(rejects)], unknown_hosts: [host] };
  const text = renderFeeds(report, paintFor(false));
  expect(text).toMatch(
    /Hosts that are no website of yours.*\n.*\n {2}my-shop\.example +2,000 {2}2026-11-19\n {2}Their visits count for shop\.example\..*\n.*websites create --account acc_… --domain my-shop\.example/,
  );
  expect(renderFeeds({ ...report, unknown_hosts: [] }, paintFor(false))).not.toContain('Hosts');
});

it('offers the command for the first host that can be a website, and none for addresses', () => {
  const address = { host: '192.0.2.7', total_visits: 3_000, last_day: '2026-11-19' };
  const name = { ...address, host: 'my-shop.example', total_visits: 2_000 };
  const of = (...unknown_hosts: (typeof name)[]) =>
    renderFeeds(
      { domain: 'shop.example', feeds: [aFeed(rejects)], unknown_hosts },
      paintFor(false),
    );
  expect(of(address, name)).toContain('--domain my-shop.example');
  expect(of(address)).toContain('Their visits count for shop.example.\n\nNext');
});
