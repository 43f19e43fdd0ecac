import fc from 'fast-check';
import { parseTimestamp } from './timestamp.js';

const now = Date.parse('2026-11-20T15:30:00Z');
const DAY_MS = 86_400_000;
const read = (timestamp: string | number, retentionDays = 0) =>
  parseTimestamp(timestamp, { now, retentionDays });

it.each([
  ['2026-11-20T13:00:00Z', '2026-11-20T13:00:00.000Z'],
  ['2026-11-20t13:00:00.5z', '2026-11-20T13:00:00.500Z'],
  ['2026-11-20 13:00', '2026-11-20T13:00:00.000Z'],
  ['2026-11-20 13:00:01,0019', '2026-11-20T13:00:01.001Z'],
  ['2026-11-20T13:00:00+0545', '2026-11-20T07:15:00.000Z'],
  ['2026-11-20T13:00:00-05', '2026-11-20T18:00:00.000Z'],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
])('%j is %s', (timestamp, time) => {
  expect(read(timestamp)).toEqual({ time: Date.parse(time) });
});

it('reads a number as milliseconds and cuts its fraction', () => {
  expect(read(1_763_640_000_123.9)).toEqual({ time: 1_763_640_000_123 });
});

it('reads the same as V8 where V8 reads by the standard', () => {
  for (let i = 0; i < 2_000; i++) {
    const time = Date.UTC(2000, 0, 1) + Math.floor((i / 2_000) * 26 * 365.25) * DAY_MS + i * 43_211;
    expect(read(new Date(time).toISOString())).toEqual({ time });
  }
});

it.each([
  ['2024-02-30', 'must be a date and time that exist'],
  ['2023-02-29T00:00:00Z', 'must be a date and time that exist'],
  ['2026-11-20T24:00:00Z', 'must be a date and time that exist'],
  ['2026-11-20T23:59:60Z', 'must be a date and time that exist'],
  ['2026-11-20T00:00:00+24:00', 'must be a date and time that exist'],
  ['1763640000123', 'must be ISO 8601, such as 2026-11-20T13:00:00Z, or a number of milliseconds'],
  [1_763_640_000, 'looks like seconds; send milliseconds'],
  [1_763_640, 'must not be before 2000-01-01'],
  [now / 1000 + 86_401, 'must not be before 2000-01-01'],
  ['1999-12-31T23:59:59.999Z', 'must not be before 2000-01-01'],
  [now + DAY_MS + 1, 'must not be more than 24 hours ahead'],
  [Infinity, 'must not be more than 24 hours ahead'],
  [NaN, 'must be a date and time that exist'],
])('%j: %s', (timestamp, fault) => {
  expect(read(timestamp)).toEqual({ fault });
});

it('accepts a time exactly 24 hours ahead', () => {
  expect(read(now + DAY_MS)).toEqual({ time: now + DAY_MS });
});

it('refuses what is older than the retention', () => {
  expect(read(now - 7 * DAY_MS, 7)).toEqual({ time: now - 7 * DAY_MS });
  expect(read(now - 7 * DAY_MS - 1, 7)).toEqual({
    fault: 'must not be more than 7 days ago: older visits are not kept',
  });
});

it.each([`2026-11-20T13:00:00.${'1'.repeat(5_000_000)}x`, '2'.repeat(5_000_000)])(
  'refuses megabytes of digits like any other text',
  (text) => {
    expect(read(text)).toMatchObject({ fault: expect.stringContaining('must be ISO 8601') });
  },
);

it('reads the usual form as any other form of the same time', () => {
  const number = (digits: number, values: number[]) =>
    fc
      .oneof(fc.constantFrom(...values), fc.nat(10 ** digits - 1))
      .map((value) => String(value).padStart(digits, '0'));
  const parts = fc.tuple(
    number(4, [0, 99, 1999, 2000, 2024, 2026, 2027]),
    number(2, [0, 1, 2, 11, 12, 13]),
    number(2, [0, 1, 28, 29, 30, 31, 32]),
    number(2, [0, 23, 24]),
    number(2, [0, 59, 60]),
    number(2, [0, 59, 60]),
    fc.oneof(
      fc.constant(''),
      fc
        .tuple(fc.integer({ min: 1, max: 9 }), number(9, [0, 1, 999_999_999, 123_000_000]))
        .map(([length, digits]) => `.${digits.slice(0, length)}`),
    ),
    fc.oneof(
      fc.constant('Z'),
      fc
        .tuple(fc.constantFrom('+', '-'), number(2, [0, 23, 24]), number(2, [0, 59, 60]))
        .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
    ),
  );
  fc.assert(
    fc.property(parts, ([year, month, day, hour, minute, second, fraction, zone]) => {
      const time = `${hour}:${minute}:${second}${fraction}${zone}`;
      expect(read(`${year}-${month}-${day}T${time}`)).toEqual(
        read(`${year}-${month}-${day} ${time}`),
      );
    }),
    { numRuns: 5_000 },
  );
});

it('takes no other character for a part of the usual form', () => {
  for (const usual of [
    '2026-11-20T13:00:00Z',
    '2026-11-20T13:00:00.123Z',
    '2026-11-20T13:00:00.123456+01:00',
  ]) {
    for (let at = 0; at < usual.length; at++) {
      for (const other of ['/', 'x', ';', '\u0660']) {
        expect(read(usual.slice(0, at) + other + usual.slice(at + 1))).toHaveProperty('fault');
      }
    }
  }
});
