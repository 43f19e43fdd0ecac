import { allowanceIn, restUntil } from './allowance.js';

const NOW = Date.parse('2026-11-20T15:30:00Z');
const headers = (fields: Record<string, string>) => new Headers(fields);
const sent = (remaining: number, more: Record<string, string> = {}) =>
  headers({
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': `${remaining}`,
    'x-ratelimit-reset': `${NOW / 1_000 + 40}`,
    ...more,
  });

it('reads what is left of the minute, whatever clock the browser has', () => {
  const left = { limit: 300, remaining: 12, resetAt: NOW + 40_000 };
  expect(allowanceIn(sent(12), NOW)).toEqual(left);
  const date = new Date(NOW).toUTCString();
  const fast = NOW + 3_600_000;
  expect(allowanceIn(sent(12, { date }), fast)).toEqual({ ...left, resetAt: fast + 40_000 });
});

it('never takes longer than a minute for one', () => {
  const resets = (seconds: number) => ({ 'x-ratelimit-reset': `${NOW / 1_000 + seconds}` });
  expect(allowanceIn(sent(0, resets(86_400)), NOW)?.resetAt).toBe(NOW + 60_000);
  expect(allowanceIn(sent(0, resets(-86_400)), NOW)?.resetAt).toBe(NOW);
});

it.each([
  ['nothing', {}],
  [
    'no numbers',
    { 'x-ratelimit-limit': 'x', 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '' },
  ],
  ['half of it', { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '3' }],
])('knows nothing from %s', (_, fields) => {
  expect(allowanceIn(headers(fields as Record<string, string>), NOW)).toBeUndefined();
});

it('leaves a quarter of the limit to what people do', () => {
  const rest = (remaining: number) => restUntil({ limit: 300, remaining, resetAt: NOW });
  expect([rest(300), rest(75), rest(74), rest(0)]).toEqual([0, 0, NOW, NOW]);
  expect(restUntil(undefined)).toBe(0);
});
