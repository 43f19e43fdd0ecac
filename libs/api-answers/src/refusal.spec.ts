import { placesOf, readRefusal, retentionOf } from './refusal.js';
import { waitBeforeRetry } from './judge-answer.js';

describe('waitBeforeRetry', () => {
  it.each([
    ['2', 1, 0, 2_000],
    ['2', 9, 1, 2_500],
    ['0', 1, 1, 0],
    ['3600', 1, 0, 60_000],
    [null, 1, 0, 250],
    [null, 3, 0, 1_000],
    [null, 3, 0.5, 1_125],
    [null, 1_000, 0, 15_000],
    ['Fri, 20 Nov 2026 12:00:00 GMT', 2, 0, 500],
    ['-1', 1, 0, 250],
  ])('Retry-After %j, failure %i, random %d: %i ms', (retryAfter, failures, random, wait) => {
    expect(waitBeforeRetry(retryAfter, failures, random)).toBe(wait);
  });
});

describe('an answer that refuses', () => {
  it('is read from the envelope, or as plain text', () => {
    const body = '{"success":false,"error":{"code":"UNAUTHORIZED","message":"no"}}';
    expect(readRefusal(401, body)).toEqual({ status: 401, code: 'UNAUTHORIZED', message: 'no' });
    expect(readRefusal(502, '<html>Bad gateway')).toMatchObject({ message: '<html>Bad gateway' });
    expect(readRefusal(502, '{"error":"no"}')).toMatchObject({ message: '{"error":"no"}' });
  });

  it('names the places of faults', () => {
    expect(
      placesOf('entries[0] must be an object; entries[17].status_code must be an integer; x'),
    ).toEqual([
      { index: 0, problem: 'has a value that must be an object' },
      { index: 17, problem: 'has a status_code that must be an integer' },
    ]);
    expect(placesOf('status_code must be an integer')).toEqual([]);
  });

  it('tells how long visits are kept', () => {
    const message =
      'entries[3].timestamp must not be more than 30 days ago: older visits are not kept';
    expect(retentionOf(message)).toBe(30);
    expect(retentionOf('entries[3].timestamp must not be before 2000-01-01')).toBeUndefined();
  });
});
