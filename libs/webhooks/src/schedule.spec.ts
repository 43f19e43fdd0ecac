import { afterAttempt, type Attempt, faultOf, PAUSES_MS } from './schedule.js';

const NOW = Date.UTC(2026, 10, 23, 12);
const failed: Attempt = {
  outcome: { status: 500, fault: 'error_status' },
  number: 1,
  isTest: false,
  now: NOW,
  random: 0,
};
const afterMs = (attempt: Partial<Attempt>) => {
  const next = afterAttempt({ ...failed, ...attempt });
  return next.kind === 'again' ? next.afterMs : next.kind;
};
const asking = (status: number, retryAfter: string) =>
  ({ outcome: { status, fault: 'error_status', retryAfter } }) as const;

it('tries nine times over a day, and then gives up', () => {
  const pauses = Array.from({ length: 9 }, (_, index) => afterMs({ number: index + 1 }));
  expect(pauses).toEqual([...PAUSES_MS, 'failed']);
  const day = 24 * 3_600_000;
  const total = PAUSES_MS.reduce((sum, pause) => sum + pause, 0);
  expect(total).toBeGreaterThan(day);
  expect(total * 1.1).toBeLessThan(1.25 * day);
});

it('spreads attempts that failed together', () => {
  expect([0, 0.5, 1].map((random) => afterMs({ number: 2, random }))).toEqual([
    60_000, 63_000, 66_000,
  ]);
});

it('gives up at once when the receiver is gone, and after one attempt at a test', () => {
  expect(afterMs({ outcome: { status: 410, fault: 'gone' } })).toBe('gone');
  expect(afterMs({ isTest: true })).toBe('failed');
  expect(afterMs({ isTest: true, outcome: { status: 410, fault: 'gone' } })).toBe('failed');
  expect(afterMs({ outcome: { status: 204, fault: null } })).toBe('delivered');
});

it('waits as long as the receiver asks, within bounds', () => {
  expect(afterMs(asking(503, '120'))).toBe(120_000);
  expect(afterMs(asking(429, 'Mon, 23 Nov 2026 12:10:00 GMT'))).toBe(600_000);
  // Not shorter than its own pause, and not for ever.
  expect(afterMs(asking(503, '1'))).toBe(5_000);
  expect(afterMs(asking(503, 'Mon, 23 Nov 2026 11:00:00 GMT'))).toBe(5_000);
  expect(afterMs(asking(503, '999999999'))).toBe(9 * 3_600_000);
  for (const nonsense of ['', 'soon', '-5', '9'.repeat(400), '1e9'])
    expect(afterMs(asking(503, nonsense))).toBe(5_000);
  expect(afterMs(asking(500, '120'))).toBe(5_000);
});

it('knows what a status means', () => {
  const faults = [200, 204, 299, 101, 300, 302, 399, 400, 404, 410, 500, 599].map(faultOf);
  expect(faults).toEqual([
    ...[null, null, null, 'error_status', 'redirected', 'redirected', 'redirected'],
    ...['error_status', 'error_status', 'gone', 'error_status', 'error_status'],
  ]);
});
