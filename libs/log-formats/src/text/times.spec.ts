import fc from 'fast-check';
import { commonTime, instantOf } from './times.js';

const TIME = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });

it.each([
  ['nanoseconds', 6],
  ['microseconds', 3],
  ['milliseconds', 0],
])('a number of %s is the millisecond that was written, also as text', (_, digits) => {
  fc.assert(
    // The start of a millisecond is where a number that lost digits may fall into another one.
    fc.property(TIME, fc.oneof(fc.constant(0), fc.nat(10 ** digits - 1)), (time, rest) => {
      const text = `${time}${digits === 0 ? '' : String(rest).padStart(digits, '0')}`;
      const number = instantOf(JSON.parse(text));
      expect(instantOf(text)).toBe(time);
      // A number loses the last digits of nanoseconds, and must still never be early.
      expect(Number(number) - time).toBeGreaterThanOrEqual(0);
      expect(Number(number) - time).toBeLessThanOrEqual(rest >= 999_000 ? 1 : 0);
    }),
    { numRuns: 2_000 },
  );
});

it('a number of seconds is the millisecond that was written, also as text', () => {
  fc.assert(
    fc.property(TIME, (time) => {
      const text = `${Math.floor(time / 1_000)}.${String(time % 1_000).padStart(3, '0')}`;
      expect([instantOf(text), instantOf(Number(text))]).toEqual([time, time]);
    }),
  );
});

it('other values stay texts, or are no time', () => {
  expect(instantOf('2026-04-04T12:57:53Z')).toBe('2026-04-04T12:57:53Z');
  for (const none of ['', '-', null, undefined, {}, [], true]) {
    expect(instantOf(none)).toBeUndefined();
  }
});

describe('commonTime', () => {
  it.each([
    ['26/Nov/2026:10:00:04 +0000', '2026-11-26T10:00:04Z'],
    ['2026/11/26 10:00:04.123', '2026-11-26T10:00:04.123Z'],
    ['2026-11-26 10:00:04 +0200', '2026-11-26T10:00:04+0200'],
    ['2026-11-26T10:00:04,5Z', '2026-11-26T10:00:04.5Z'],
    ['2026-11-26 10:00:04 UTC', '2026-11-26T10:00:04Z'],
    ['Thu, 26 Nov 2026 10:00:04 UTC', '2026-11-26T10:00:04Z'],
    ['Thu, 26 Nov 2026 10:00:04 -0700', '2026-11-26T10:00:04-0700'],
    ['Thursday, 26-Nov-26 10:00:04 UTC', '2026-11-26T10:00:04Z'],
    ['26 Nov 26 10:00 UTC', '2026-11-26T10:00Z'],
    ['Thu Nov  6 10:00:04 2026', '2026-11-06T10:00:04Z'],
    ['Thu Nov 26 10:00:04.615325 2026', '2026-11-26T10:00:04.615325Z'],
    ['Thu Nov 26 10:00:04 UTC 2026', '2026-11-26T10:00:04Z'],
    ['1795687200', 1_795_687_200_000],
    ['1795687200.5', 1_795_687_200_500],
    ['1795687200123', 1_795_687_200_123],
    ['26/Nix/2026:10:00:04 +0000', undefined],
    ['Thu, 26 Nix 2026 10:00:04 UTC', undefined],
    ['yesterday', undefined],
    ['', undefined],
    ['1'.repeat(100), undefined],
  ])('of %j is %j', (text, time) => {
    expect(commonTime(text)).toBe(time);
  });
});
