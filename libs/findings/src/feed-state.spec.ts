import { type FeedState, feedStateOf, type FeedTotals } from './feed-state.js';

const NOTHING: FeedTotals = {
  deliveries: 0,
  records: 0,
  entries: 0,
  without_address: 0,
  skipped: 0,
  rejected: 0,
  refused: 0,
};

it('tells feeds that work from those that do not', () => {
  const cases: [Partial<FeedTotals>, FeedState][] = [
    [{}, 'silent'],
    [{ refused: 1 }, 'refused'],
    [{ deliveries: 1 }, 'no_records'],
    [{ deliveries: 1, records: 2, skipped: 2 }, 'skipped'],
    [{ deliveries: 1, records: 2, rejected: 2 }, 'rejected'],
    [{ deliveries: 1, records: 2, skipped: 1, rejected: 1 }, 'rejected'],
    [{ deliveries: 1, records: 100, entries: 94, rejected: 6 }, 'partly_rejected'],
    [{ deliveries: 1, records: 100, entries: 95, rejected: 5, refused: 3 }, 'works'],
    [{ deliveries: 1, records: 10, entries: 10, without_address: 9 }, 'no_addresses'],
    [{ deliveries: 1, records: 10, entries: 10, without_address: 8 }, 'works'],
  ];
  for (const [totals, state] of cases)
    expect([totals, feedStateOf({ ...NOTHING, ...totals })]).toEqual([totals, state]);
});
