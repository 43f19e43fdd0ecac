import { parseAddress, writeAddress } from '../../address/address.js';
import { placeOfEvent } from './place-of-event.js';

const SOMEWHERE = parseAddress(
  '?view=alerts&website=ws_1&timezone=Europe/Berlin&compare=previous&provider=OpenAI&group_by=bot&tab=rules&sort=visits',
);
const event = {
  ...{ subject: null, figures: {} },
  ...{ opened_at: '2026-11-20T12:30:00.000Z', seen_at: '2026-11-21T01:00:00.000Z' },
};
const at = (told: Partial<Parameters<typeof placeOfEvent>[0]>) =>
  writeAddress({ ...SOMEWHERE, ...placeOfEvent({ ...event, kind: 'errors', ...told }) });
const DAYS = 'start_date=2026-11-20&end_date=2026-11-21';

it('leads to the view that shows the event on its days, and to nothing but it', () => {
  const figures = { from: '2026-11-19T23:00:00.000Z' };
  const first_seen = '2026-11-19T23:59:00.000Z';
  const first_visit = '2026-11-20T12:00:00.000Z';
  expect([
    at({ kind: 'new_bot', subject: 'GPTBot', figures: { first_visit } }),
    at({ kind: 'unusual_visits' }),
    at({ kind: 'unusual_visits', subject: 'ai_search', figures }),
    at({ subject: null }),
    at({ subject: 'GPTBot' }),
    at({ subject: 'seo' }),
    at({ subject: '/a b' }),
    at({ kind: 'spoofed' }),
    at({ kind: 'spoofed', subject: 'GPTBot' }),
    at({ kind: 'robots_disobeyed', subject: 'GPTBot', figures: { day: '2026-11-19' } }),
    at({ kind: 'coverage_below', subject: 'GPTBot', figures: { from: '2026-10-21' } }),
    at({ kind: 'coverage_below' }),
    at({ kind: 'automation_above', figures: { from: '2026-11-19T15:00:00.000Z' } }),
    at({ kind: 'fleet_begun', subject: 'Chrome 103 on Windows', figures: { first_seen } }),
    at({ kind: 'brute_force', subject: '/login', figures: { first_seen } }),
    at({ kind: 'feed_silent', subject: 'json' }),
    at({ kind: 'dead_entries' }),
    at({ kind: 'webhook_disabled', subject: 'wh_1' }),
  ]).toEqual([
    `?view=bots&website=ws_1&${DAYS}&bot=GPTBot`,
    `?website=ws_1&${DAYS}&interval=hour`,
    '?view=bots&website=ws_1&start_date=2026-11-19&end_date=2026-11-21&category=ai_search&interval=hour',
    `?view=answers&website=ws_1&${DAYS}&tab=ai`,
    `?view=answers&website=ws_1&${DAYS}&bot=GPTBot`,
    `?view=answers&website=ws_1&${DAYS}&category=seo`,
    `?view=pages&website=ws_1&${DAYS}&exact_path=/a+b`,
    `?view=spoofed&website=ws_1&${DAYS}`,
    `?view=spoofed&website=ws_1&${DAYS}&bot=GPTBot`,
    '?view=robots&website=ws_1&start_date=2026-11-19&end_date=2026-11-21&bot=GPTBot',
    '?view=coverage&website=ws_1&start_date=2026-10-21&end_date=2026-11-21&bot=GPTBot',
    `?view=coverage&website=ws_1&${DAYS}`,
    '?website=ws_1&start_date=2026-11-19&end_date=2026-11-21&interval=hour',
    '?view=people&website=ws_1&start_date=2026-11-19&end_date=2026-11-21',
    '?view=people&website=ws_1&start_date=2026-11-19&end_date=2026-11-21',
    '?view=feeds&website=ws_1',
    '?view=feeds&website=ws_1',
    '?view=settings&website=ws_1&tab=webhooks',
  ]);
});

it('never asks for days that end before they begin', () => {
  const figures = { from: '2026-11-25T00:00:00.000Z' };
  expect(at({ kind: 'spoofed', figures })).toBe(
    '?view=spoofed&website=ws_1&start_date=2026-11-21&end_date=2026-11-21',
  );
});
