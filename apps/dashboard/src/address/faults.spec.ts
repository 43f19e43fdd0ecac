import { faultsOf } from './faults.js';

it.each([
  '',
  '?website=ws_1&period=last_month&timezone=Asia/Tokyo',
  '?start_date=2026-11-01&end_date=2026-11-20&timezone=UTC',
])('finds nothing wrong with %j', (search) => {
  expect(faultsOf(search)).toEqual([]);
});

it.each([
  ['?timezone=Mars/Base', /“Mars\/Base”.*UTC/],
  ['?period=last_week', /period “last_week”/],
  ['?start_date=2026-11-01', /only one of the days/],
  ['?end_date=2026-11-01', /only one of the days/],
  ['?start_date=2026-13-01&end_date=2026-11-01', /“2026-13-01”, which is no calendar day/],
  [
    '?start_date=2026-11-20&end_date=2026-11-01',
    /2026-11-20, that is after the last one, 2026-11-01/,
  ],
])('says what is wrong with %s', (search, words) => {
  expect(faultsOf(search)).toEqual([expect.stringMatching(words)]);
});

it('says everything that is wrong', () => {
  expect(faultsOf('?timezone=x/y&period=x')).toHaveLength(2);
});
