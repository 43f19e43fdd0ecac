import fc from 'fast-check';
import { ApiError } from '../http/api-error.js';
import { DAY_MS, formatDate, HOUR_MS } from './calendar.js';
import { isZone, Zone } from './zone.js';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

/** What `Intl` says that a calendar in the zone shows at a moment: `2026-11-20`. */
function dateIn(zone: string, moment: number): string {
  let format = FORMATS.get(zone);
  format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  FORMATS.set(zone, format);
  return format.format(moment);
}
const FORMATS = new Map<string, Intl.DateTimeFormat>();

const ZONES = Intl.supportedValuesOf('timeZone');
/** Whole hours from 2000 on, with and without daylight saving time, on both sides of the earth. */
const WHOLE = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo'],
  ...['Australia/Sydney', 'Pacific/Auckland', 'Pacific/Apia', 'Pacific/Kiritimati', 'Africa/Cairo'],
  ...[
    'America/Sao_Paulo',
    'America/Havana',
    'Asia/Beirut',
    'Africa/Casablanca',
    'America/Asuncion',
  ],
  ...[
    'Atlantic/Azores',
    'America/Scoresbysund',
    'Antarctica/Troll',
    'Asia/Gaza',
    'America/Santiago',
  ],
];

const dates = fc
  .integer({ min: Date.UTC(2000, 0, 2) / DAY_MS, max: Date.UTC(2037, 11, 30) / DAY_MS })
  .map((number) => new Date(number * DAY_MS));

it('a day is all hours at which a calendar in the zone shows its date', () => {
  fc.assert(
    fc.property(fc.constantFrom(...WHOLE), dates, (name, date) => {
      const zone = new Zone(name);
      const { from, to } = zone.rangeOf({ start: date, end: date });
      for (let at = from.getTime() - 3 * HOUR_MS; at < to.getTime() + 3 * HOUR_MS; at += HOUR_MS) {
        const within = at >= from.getTime() && at < to.getTime();
        expect([name, at, dateIn(name, at) === formatDate(date)]).toEqual([name, at, within]);
      }
    }),
    { numRuns: 200 },
  );
});

it('the days of a period follow each other without a gap, in every interval', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...WHOLE),
      dates,
      fc.integer({ min: 0, max: 70 }),
      fc.constantFrom('hour', 'day', 'week', 'month'),
      (name, start, length, interval) => {
        const zone = new Zone(name);
        const span = { start, end: new Date(start.getTime() + length * DAY_MS) };
        const { from, to } = zone.rangeOf(span);
        const { starts, dates: called } = zone.bucketsOf(span, interval as 'hour');
        const times = starts.map((one) => one.getTime());
        expect(times).toEqual([...times].sort((a, b) => a - b));
        expect(times[0]).toBeLessThanOrEqual(from.getTime());
        expect(times.at(-1)).toBeLessThanOrEqual(to.getTime());
        expect(new Set(called).size).toBe(called.length);
        expect(times.every((time) => time % HOUR_MS === 0)).toBe(true);
        if (interval === 'hour') {
          expect(times).toHaveLength((to.getTime() - from.getTime()) / HOUR_MS);
          expect(called.map((one) => Date.parse(one))).toEqual(times);
        }
      },
    ),
    { numRuns: 150 },
  );
});

it('every zone either has days of whole hours or says that it has none', () => {
  for (const name of ZONES) {
    const zone = new Zone(name);
    const date = day('2026-11-20');
    try {
      const start = zone.startOf(date).getTime();
      expect([name, dateIn(name, start), dateIn(name, start - 1)]).toEqual([
        name,
        '2026-11-20',
        '2026-11-19',
      ]);
      expect([name, start % HOUR_MS]).toEqual([name, 0]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      expect([name, error.message]).toEqual([name, expect.stringMatching(/ \d+:(30|45) hours /)]);
    }
  }
});

it.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Europe/Berlin', '2026-11-20', 24],
  // The clock goes from 24:00 to 01:00, so the day starts at 01:00.
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Havana', '2026-03-08', 23],
  // A change of two hours.
  ['Antarctica/Troll', '2026-03-29', 22],
  // Samoa moved to the other side of the date line and had no 30 December.
  ['Pacific/Apia', '2011-12-30', 0],
  ['Pacific/Apia', '2011-12-31', 24],
])('in %s, %s has %i hours', (name, date, hours) => {
  const { from, to } = new Zone(name).rangeOf({ start: day(date), end: day(date) });
  expect((to.getTime() - from.getTime()) / HOUR_MS).toBe(hours);
});

it('two equal hours of a day have different offsets, and a left out hour is not there', () => {
  const hoursOf = (date: string) =>
    new Zone('Europe/Berlin').bucketsOf({ start: day(date), end: day(date) }, 'hour').dates;
  expect(hoursOf('2026-10-25').slice(1, 4)).toEqual([
    '2026-10-25T01:00:00+02:00',
    '2026-10-25T02:00:00+02:00',
    '2026-10-25T02:00:00+01:00',
  ]);
  expect(hoursOf('2026-03-29').slice(1, 3)).toEqual([
    '2026-03-29T01:00:00+01:00',
    '2026-03-29T03:00:00+02:00',
  ]);
});

it.each([
  ['Asia/Tokyo', '2026-11-20T14:59:59.999Z', '2026-11-20'],
  ['Asia/Tokyo', '2026-11-20T15:00:00Z', '2026-11-21'],
  ['America/New_York', '2026-11-20T04:59:59Z', '2026-11-19'],
])('in %s, today at %s is %s', (name, now, date) => {
  expect(formatDate(new Zone(name).today(Date.parse(now)))).toBe(date);
});

it.each([
  ['Asia/Kolkata', '5:30'],
  ['Asia/Kathmandu', '5:45'],
  ['America/St_Johns', '3:30'],
])('%s is %s off the hour, and the error says what is possible', (name, size) => {
  expect(() => new Zone(name).startOf(day('2026-11-20'))).toThrow(
    new ApiError(
      'VALIDATION_ERROR',
      `timezone ${name} is ${size} hours from UTC in this period, and visits are counted by whole hours of UTC; use a zone that is whole hours from it, or leave timezone out`,
    ),
  );
});

it('a zone is known by its name only', () => {
  for (const name of [...ZONES, 'UTC', 'europe/berlin'])
    expect([name, isZone(name)]).toEqual([name, true]);
  for (const name of ['', 'Mars/Olympus', '+01:00', '01', 'Europe/Berlin ', 'CEST', 'x'.repeat(99)])
    expect([name, isZone(name)]).toEqual([name, false]);
});
