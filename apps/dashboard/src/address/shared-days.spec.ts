import { parseAddress, writeAddress } from './address.js';
import { ALL_DAYS, allDays, type Bounds, isWithin } from './bounds.js';
import { addressWithin, daysWithin, openingDays } from './shared-days.js';

const TODAY = '2026-11-20';
const EARLY = { from: '2026-11-05', to: '2026-11-12' };
const OPEN = { from: '2026-11-05', to: null };
const UNTIL = { from: null, to: '2026-11-12' };

it('tells which days are shown', () => {
  const span = (start: string, end: string) => ({
    start: `2026-11-${start}`,
    end: `2026-11-${end}`,
  });
  expect(isWithin(span('05', '12'), EARLY)).toBe(true);
  expect(isWithin(span('04', '12'), EARLY)).toBe(false);
  expect(isWithin(span('05', '13'), EARLY)).toBe(false);
  expect(isWithin(span('05', '30'), OPEN)).toBe(true);
  expect(isWithin(span('01', '12'), UNTIL)).toBe(true);
  expect(isWithin({ start: '2000-01-01', end: '2099-12-31' }, ALL_DAYS)).toBe(true);
});

it.each([
  ['period=today', EARLY, 'start_date=2026-11-05&end_date=2026-11-12'],
  ['period=last_30_days', EARLY, 'start_date=2026-11-05&end_date=2026-11-12'],
  ['start_date=2026-11-01&end_date=2026-11-07', EARLY, 'start_date=2026-11-05&end_date=2026-11-07'],
  ['start_date=2026-11-06&end_date=2026-11-07', EARLY, 'start_date=2026-11-06&end_date=2026-11-07'],
  ['', OPEN, ''],
  ['period=this_month', OPEN, 'start_date=2026-11-05&end_date=2026-11-20'],
  ['', UNTIL, 'start_date=2026-10-14&end_date=2026-11-12'],
  ['period=last_month', UNTIL, 'period=last_month'],
  ['period=today', { from: '2027-01-01', to: null }, 'start_date=2027-01-01&end_date=2027-01-01'],
])('shows %s within its days', (asked, bounds, shown) => {
  const { days } = parseAddress(asked);
  expect(daysWithin(days, bounds, TODAY)).toEqual(parseAddress(shown).days);
});

it('offers all days of a link that has a first one', () => {
  expect(allDays(EARLY, TODAY)).toEqual({ start: '2026-11-05', end: '2026-11-12' });
  expect(allDays(OPEN, TODAY)).toEqual({ start: '2026-11-05', end: TODAY });
  expect(allDays(UNTIL, TODAY)).toBeUndefined();
});

it.each<[Bounds, string]>([
  [EARLY, 'start_date=2026-11-05&end_date=2026-11-12'],
  [{ from: '2026-10-01', to: '2026-10-31' }, 'start_date=2026-10-01&end_date=2026-10-31'],
  [OPEN, 'start_date=2026-11-05&end_date=2026-11-20'],
  [UNTIL, 'start_date=2026-10-14&end_date=2026-11-12'],
  [{ from: null, to: '2027-01-01' }, ''],
  [ALL_DAYS, ''],
])('opens a link of %j on %s', (bounds, shown) => {
  const opening = openingDays(bounds, TODAY);
  expect(opening).toEqual(parseAddress(shown).days);
  expect(daysWithin(opening, bounds, TODAY)).toEqual(opening);
  // The days of a link need not be in its address, and others are.
  expect(writeAddress(parseAddress('', opening), opening)).toBe('');
  expect(parseAddress('', opening).days).toEqual(opening);
  const week = parseAddress('?period=last_30_days', opening);
  expect(writeAddress(week, opening)).toBe('?period=last_30_days');
});

it('compares only with days that are shown, and counts by UTC', () => {
  const within = (search: string, bounds: Bounds = EARLY) =>
    writeAddress(addressWithin(parseAddress(search), bounds, TODAY));
  const half = '?start_date=2026-11-09&end_date=2026-11-12';
  expect(within(`${half}&compare=previous&timezone=Europe/Berlin&view=bots`)).toBe(
    '?view=bots&start_date=2026-11-09&end_date=2026-11-12&compare=previous',
  );
  expect(within('?start_date=2026-11-08&end_date=2026-11-12&compare=previous')).toBe(
    '?start_date=2026-11-08&end_date=2026-11-12',
  );
  expect(within('?view=bots&tab=new')).not.toContain('tab');
  expect(within('?view=pages&tab=unread')).toContain('tab=unread');
  expect(within('?view=bots&tab=new', UNTIL)).toContain('tab=new');
  const all = parseAddress('?timezone=Europe/Berlin&compare=previous');
  expect(addressWithin(all, ALL_DAYS, TODAY)).toEqual(all);
});
