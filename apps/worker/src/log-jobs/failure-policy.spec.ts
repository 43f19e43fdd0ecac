import {
  afterDelivery,
  afterFailure,
  decisiveFailure,
  type FailedPart,
  postponement,
} from './failure-policy.js';

const withState = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' });
const one: FailedPart = { entries: 1, lastTry: false, othersRetry: false };
const many: FailedPart = { ...one, entries: 1_000 };

it.each(['08006', '57P01', '53100', '40001', '55P03'])('%s ends the attempt', (code) => {
  for (const part of [one, many, { ...one, lastTry: true }])
    expect(afterFailure(withState(code), part)).toBe('stop');
});

it.each(['22003', '22P02', '22021', '23514', '54000'])(
  '%s proves one entry bad, and halves many',
  (code) => {
    expect(afterFailure(withState(code), many)).toBe('halve');
    expect(afterFailure(withState(code), one)).toBe('bury');
    expect(afterFailure(withState(code), { ...many, othersRetry: true })).toBe('halve');
  },
);

it.each([withState('53200'), withState('57014'), new TypeError('x is not a function'), 'thrown'])(
  '%s proves nothing until the last attempt',
  (error) => {
    expect(afterFailure(error, many)).toBe('halve');
    expect(afterFailure(error, one)).toBe('retry');
    expect(afterFailure(error, { ...many, othersRetry: true })).toBe('retry');
    expect(afterFailure(error, { ...many, othersRetry: true, lastTry: true })).toBe('halve');
    expect(afterFailure(error, { ...one, lastTry: true })).toBe('bury');
  },
);

describe('a job of which something is left', () => {
  it('is postponed while the database is away, and tried again after any other failure', () => {
    expect(afterDelivery(withState('08006'), false)).toBe('postpone');
    expect(afterDelivery(withState('57014'), false)).toBe('try_again');
  });

  it('is never given up after its last attempt', () => {
    expect(afterDelivery(withState('57014'), true)).toBe('postpone');
  });

  it('comes back for the failure that says most', () => {
    const [odd, away] = [withState('57014'), withState('08006')];
    expect(decisiveFailure([odd, away])).toBe(away);
    expect(decisiveFailure([odd, withState('53200')])).toBe(odd);
  });
});

describe('a postponed job', () => {
  const never = () => 0;
  const almostAlways = () => 0.999_999;

  it.each([
    [0, 500],
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [5, 8_000],
    [6, 10_000],
    [1_000, 10_000],
  ])('waits after %i times for %i ms at most and half of it at least', (times, milliseconds) => {
    expect(postponement(times, never)).toBe(milliseconds);
    expect(postponement(times, almostAlways)).toBe(milliseconds / 2);
  });

  it('waits differently from time to time, so that jobs do not come back all at once', () => {
    const delays = new Set(Array.from({ length: 50 }, () => postponement(6)));
    expect(delays.size).toBeGreaterThan(10);
    for (const delay of delays) {
      expect(delay).toBeGreaterThanOrEqual(5_000);
      expect(delay).toBeLessThanOrEqual(10_000);
    }
  });
});
