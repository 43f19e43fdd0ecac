import { parseAddress } from '../address/address.js';
import { askedBots, askedDays, csvOf } from './asked.js';

it('asks for the days that the address names', () => {
  expect(askedDays(parseAddress(''))).toEqual({ period: 'last_7_days' });
  expect(askedDays(parseAddress('?period=today&timezone=Europe/Berlin'))).toEqual({
    period: 'today',
    timezone: 'Europe/Berlin',
  });
  expect(askedDays(parseAddress('?start_date=2026-11-01&end_date=2026-11-02'))).toEqual({
    start_date: '2026-11-01',
    end_date: '2026-11-02',
  });
});

it('asks for the bots that the address names', () => {
  expect(askedBots(parseAddress('?path=/a'))).toEqual({});
  expect(askedBots(parseAddress('?bot=A%26B&category=seo&path=/a'))).toEqual({
    bot: 'A&B',
    category: 'seo',
  });
});

it('links to the same report as CSV', () => {
  expect(csvOf('bots', 'ws_1', { period: 'today', bot: 'A&B', limit: 5, path: undefined })).toBe(
    'api/v1/websites/ws_1/bots?format=csv&period=today&bot=A%26B&limit=5',
  );
});
