import { get, type Row } from '../row.js';
import { send } from './account.js';

const ALERTS: Row[] = [
  {},
  { kind: null },
  { kind: ['errors'] },
  { kind: '__proto__' },
  { kind: 'errors', id: 'al_1' },
  { kind: 'errors', website_id: 'ws_1' },
  { kind: 'errors', share: 1e400 },
  { kind: 'errors', share: -0.1 },
  { kind: 'errors', share: '10 %' },
  { kind: 'errors', least: 1e15 },
  { kind: 'errors', least: true },
  { kind: 'errors', statuses: '4xx OR 1=1' },
  { kind: 'errors', statuses: 404 },
  { kind: 'errors', path: '/\u0000' },
  { kind: 'errors', path: '/\ud800' },
  { kind: 'errors', path: `/${'a'.repeat(5_000)}` },
  { kind: 'errors', bot: '\u0000' },
  { kind: 'errors', bot: "GPTBot'; DROP TABLE alerts; --" },
  { kind: 'errors', bot: { $ne: null } },
  { kind: 'errors', category: '%' },
  { kind: 'new_bot', categories: 'ai_search' },
  { kind: 'new_bot', categories: [null] },
  { kind: 'new_bot', categories: Array.from({ length: 5_000 }, () => 'seo') },
  { kind: 'feed_silent', feed: '../json' },
  { kind: 'feed_silent', enabled: 1 },
  { kind: 'robots_disobeyed', share: 0.5 },
  { kind: 'robots_disobeyed', bot: 'GPTBot', category: 'ai_training' },
  { kind: 'coverage_below', share: 0 },
  { kind: 'coverage_below', category: 'seo' },
  { kind: 'automation_above', share: 0 },
  { kind: 'automation_above', bot: 'GPTBot' },
  { kind: 'fleet_begun', addresses: 0 },
  { kind: 'fleet_begun', addresses: [20] },
  { kind: 'fleet_begun', share: 0.5 },
  { kind: 'brute_force', least: 0 },
  { kind: 'brute_force', addresses: 20 },
  { kind: 'brute_force', path: '/login' },
].map((body): Row => ({
  name: `POST an alert of ${JSON.stringify(body).slice(0, 60)}`,
  request: send('POST', '/api/v1/websites/{{id}}/alerts', JSON.stringify(body)),
  code: 'VALIDATION_ERROR',
}));

const IDS: Row[] = ['al_0', 'ws_0', '0', '%00', "'%20OR%201=1", 'a'.repeat(1_024)]
  .flatMap((id) => [
    { name: `show the alert ${id.slice(0, 20)}`, request: get(`/api/v1/alerts/${id}`) },
    {
      name: `delete the alert ${id.slice(0, 20)}`,
      request: get(`/api/v1/alerts/${id}`, {}, 'DELETE'),
    },
    {
      name: `change the alert ${id.slice(0, 20)}`,
      request: send('PATCH', `/api/v1/alerts/${id}`, '{"enabled":false}'),
    },
  ])
  .map((row): Row => ({ ...row, code: 'NOT_FOUND' }));

const EVENTS: Row[] = ['/api/v1/events', '/api/v1/websites/{{id}}/events'].flatMap((target) =>
  [
    'kind=',
    'kind=errors&kind=spoofed',
    'kind[]=errors',
    'open=yes',
    'open=%00',
    'since=0',
    'since=2026-11-20',
    'since=2026-02-30T00:00:00Z',
    'since=2026-11-20T12:00:00Z%00',
    'cursor=ev_%00',
    'cursor=al_0',
    'limit=1001',
    'bot=GPTBot',
    'format=xml',
  ].map((query): Row => ({
    name: `${target}?${query}`,
    request: get(`${target}?${query}`),
    code: 'VALIDATION_ERROR',
  })),
);

/** Alerts and events. */
export const ALERT_ROWS: Row[] = [...ALERTS, ...IDS, ...EVENTS];
