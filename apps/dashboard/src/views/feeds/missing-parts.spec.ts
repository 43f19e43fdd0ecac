import type { Counts } from './feed.js';
import { missingParts } from './missing-parts.js';

const COUNTS: Counts = {
  ...{ deliveries: 1, records: 40, entries: 40, skipped: 0, rejected: 0, refused: 0 },
  ...{ without_address: 0, without_host: 39, without_country: 2, without_fetch_headers: 0 },
  ...{ without_referer: 30, static_files: 1, reasons: {}, refusals: {} },
  ...{ mean_lag_seconds: 1, largest_lag_seconds: 1 },
};
const NOTHING: Counts = {
  ...{ ...COUNTS, without_address: 40, without_host: 40, without_country: 40 },
  ...{ without_fetch_headers: 40, without_referer: 40, static_files: 0 },
};

it('misses nothing that an entry has', () => {
  expect(missingParts(COUNTS)).toEqual([]);
});

it('tells what no entry has, and of few entries only what the first one would have', () => {
  const always = ['fetch_headers', 'country', 'host'];
  expect(missingParts(NOTHING)).toEqual(['address', 'static_files', 'referer', ...always]);
  const few = { entries: 2, without_address: 2, without_host: 2, without_country: 2 };
  expect(
    missingParts({ ...NOTHING, ...few, without_fetch_headers: 2, without_referer: 2 }),
  ).toEqual(['address', ...always]);
});

it('knows nothing of what did not come', () => {
  expect(missingParts({ ...NOTHING, entries: 0 })).toEqual([]);
});
