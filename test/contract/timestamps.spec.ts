import { aLogEntryInput, FakeClock } from '@app/testing';
import { expectError, expectProcessed, ingest } from '../support/http.js';
import { shareSystem, type System, type Tenant } from '../support/system.js';

const NOW = '2026-11-20T15:30:00.000Z';
const DAY_MS = 86_400_000;
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystem({ clock: FakeClock.at(NOW) });
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const send = (timestamp: unknown, base = system.base) =>
  ingest(base, tenant.botKey, [{ ...aLogEntryInput(), timestamp }]);

const TAKEN: [string | number, string][] = [
  ['2026-11-20T13:00:00Z', '2026-11-20T13:00:00.000Z'],
  ['2026-11-20T13:00:00.123Z', '2026-11-20T13:00:00.123Z'],
  // T may be t or one space, and Z may be z.
  ['2026-11-20t13:00:00z', '2026-11-20T13:00:00.000Z'],
  ['2026-11-20 13:00:00Z', '2026-11-20T13:00:00.000Z'],
  ['2026-11-20 13:00:00', '2026-11-20T13:00:00.000Z'],
  // Seconds are optional.
  ['2026-11-20T13:05Z', '2026-11-20T13:05:00.000Z'],
  ['2026-11-20 13:05', '2026-11-20T13:05:00.000Z'],
  // A fraction with point or comma is cut to milliseconds.
  ['2026-11-20T13:00:00.1Z', '2026-11-20T13:00:00.100Z'],
  ['2026-11-20T13:00:00,25Z', '2026-11-20T13:00:00.250Z'],
  ['2026-11-20T13:00:00.1239999Z', '2026-11-20T13:00:00.123Z'],
  ['2026-11-20T13:00:00.999999999Z', '2026-11-20T13:00:00.999Z'],
  // Offsets.
  ['2026-11-20T13:00:00+02:00', '2026-11-20T11:00:00.000Z'],
  ['2026-11-20T13:00:00-0530', '2026-11-20T18:30:00.000Z'],
  ['2026-11-20T13:00:00+05', '2026-11-20T08:00:00.000Z'],
  ['2026-11-20T13:00:00+05:45', '2026-11-20T07:15:00.000Z'],
  ['2026-11-20T13:00:00-00:00', '2026-11-20T13:00:00.000Z'],
  ['2026-11-20T13:00:00.5+23:59', '2026-11-19T13:01:00.500Z'],
  ['2026-11-20T00:30+01:00', '2026-11-19T23:30:00.000Z'],
  // Without an offset it is UTC, even when clocks change somewhere.
  ['2026-03-08T02:30:00', '2026-03-08T02:30:00.000Z'],
  ['2026-11-01T01:30:00.000', '2026-11-01T01:30:00.000Z'],
  // A date alone means its midnight.
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T23:59:59Z', '2000-02-29T23:59:59.000Z'],
  // A number is milliseconds, and its fraction is cut.
  [1_763_640_000_123, '2025-11-20T12:00:00.123Z'],
  [1_763_640_000_123.999, '2025-11-20T12:00:00.123Z'],
  [1.763640000123e12, '2025-11-20T12:00:00.123Z'],
  // The bounds.
  ['2000-01-01', '2000-01-01T00:00:00.000Z'],
  [Date.UTC(2000, 0, 1), '2000-01-01T00:00:00.000Z'],
  ['1999-12-31T23:00:00-01:00', '2000-01-01T00:00:00.000Z'],
  ['2026-11-21T15:30:00.000Z', '2026-11-21T15:30:00.000Z'],
  [Date.parse(NOW) + DAY_MS, '2026-11-21T15:30:00.000Z'],
];

it('every accepted form is read as the moment that it names', async () => {
  const entries = TAKEN.map(([timestamp], i) => aLogEntryInput({ timestamp, path: `/${i}` }));
  expectProcessed(await ingest(system.base, tenant.botKey, entries), TAKEN.length);
  await system.untilVisits(tenant.website, TAKEN.length);
  const { rows } = await system.database.pool.query<{ path: string; time: Date }>(
    'SELECT path, time FROM visit_entries WHERE website_id = $1',
    [tenant.website.id],
  );
  const stored = new Map(rows.map(({ path, time }) => [path, time.toISOString()]));
  expect(TAKEN.map(([timestamp], i) => [timestamp, stored.get(`/${i}`)])).toEqual(TAKEN);
});

const FORM = 'must be ISO 8601, such as 2026-11-20T13:00:00Z, or a number of milliseconds';
const NO_DATE = 'must be a date and time that exist';
const SECONDS = 'looks like seconds; send milliseconds';
const EARLY = 'must not be before 2000-01-01';
const AHEAD = 'must not be more than 24 hours ahead';
const TYPE = 'must be an ISO 8601 string or a number of milliseconds';

it.each<[unknown, string]>([
  // Impossible dates and times.
  ['2026-02-29T00:00:00Z', NO_DATE],
  ['2023-02-29', NO_DATE],
  ['2024-02-30', NO_DATE],
  ['2100-02-29', NO_DATE],
  ['2026-04-31T10:00:00Z', NO_DATE],
  ['2026-00-10', NO_DATE],
  ['2026-13-01', NO_DATE],
  ['2026-11-00', NO_DATE],
  ['2026-11-32', NO_DATE],
  ['2026-11-20T24:00:00Z', NO_DATE],
  ['2026-11-20T24:00', NO_DATE],
  ['2026-11-20T25:00:00Z', NO_DATE],
  ['2026-11-20T13:60:00Z', NO_DATE],
  ['2026-11-20T13:00:60Z', NO_DATE],
  ['2016-12-31T23:59:60Z', NO_DATE],
  ['2026-11-20T13:00:00+24:00', NO_DATE],
  ['2026-11-20T13:00:00+01:60', NO_DATE],
  // Numeric strings.
  ['1763640000123', FORM],
  ['1763640000', FORM],
  ['20261120', FORM],
  // Other forms.
  ['', FORM],
  [' ', FORM],
  ['now', FORM],
  ['2026', FORM],
  ['2026-11', FORM],
  ['2026-11-20T', FORM],
  ['2026-11-20T13', FORM],
  ['2026-11-20T13Z', FORM],
  ['2026-11-20Z', FORM],
  ['2026-11-20T13:00.5Z', FORM],
  ['2026-11-20T13:00:00.Z', FORM],
  ['2026-11-20T1:00:00Z', FORM],
  ['2026-11-20T130000Z', FORM],
  ['20261120T130000Z', FORM],
  ['2026-324', FORM],
  ['2026-W47-5', FORM],
  ['2026-11-20  13:00:00', FORM],
  ['2026-11-20T 13:00:00Z', FORM],
  ['2026-11-20T13:00:00 Z', FORM],
  ['2026-11-20T13:00:00 +02:00', FORM],
  ['2026-11-20_13:00:00', FORM],
  [' 2026-11-20T13:00:00Z', FORM],
  ['2026-11-20T13:00:00Z ', FORM],
  ['2026-11-20T13:00:00Z\n', FORM],
  ['2026-11-20T13:00:00+5', FORM],
  ['2026-11-20T13:00:00+2:00', FORM],
  ['2026-11-20T13:00:00+02:0', FORM],
  ['2026-11-20T13:00:00Z+02:00', FORM],
  ['2026-11-20T13:00:00[Europe/Berlin]', FORM],
  ['2026-11-20T13:00:00 UTC', FORM],
  ['2026-11-20T13:00:00−02:00', FORM],
  ['+002026-11-20T13:00:00Z', FORM],
  ['-002026-11-20', FORM],
  ['20261-11-20', FORM],
  ['２０２６-11-20', FORM],
  ['Fri, 20 Nov 2026 13:00:00 GMT', FORM],
  ['20/Nov/2026:13:00:00 +0000', FORM],
  ['11/20/2026', FORM],
  [`2026-11-20T13:00:00.${'1'.repeat(100_000)}x`, FORM],
  // Seconds instead of milliseconds.
  [1_763_640_000, SECONDS],
  [1_763_640_000.123, SECONDS],
  [946_684_800, SECONDS],
  // Out of bounds.
  ['1999-12-31T23:59:59.999Z', EARLY],
  ['2000-01-01T00:59:00+01:00', EARLY],
  ['0000-01-01', EARLY],
  ['0099-01-01', EARLY],
  ['1970-01-01T00:00:00Z', EARLY],
  [0, EARLY],
  [-1, EARLY],
  [-1e300, EARLY],
  [946_684_799_999, EARLY],
  [946_684_799_999.999, EARLY],
  ['2026-11-21T15:30:00.001Z', AHEAD],
  [Date.parse(NOW) + DAY_MS + 1, AHEAD],
  ['9999-12-31T23:59:59Z', AHEAD],
  [1_763_640_000_123_456, AHEAD],
  [1e300, AHEAD],
  // Other types.
  [null, TYPE],
  [true, TYPE],
  [{}, TYPE],
  [['2026-11-20'], TYPE],
])('%j is 400', async (timestamp, problem) => {
  expectError(await send(timestamp), 'VALIDATION_ERROR', `entries[0].timestamp ${problem}`);
});

it('a number that is too large for JSON readers is 400', async () => {
  const text = JSON.stringify(aLogEntryInput({ timestamp: 1 })).replace(':1,', ':1e999,');
  const answer = await ingest(system.base, tenant.botKey, text);
  expectError(answer, 'VALIDATION_ERROR', `timestamp ${TYPE}`);
});

describe('With RAW_RETENTION_DAYS', () => {
  it('older entries are also 400', async () => {
    const base = await system.startApi({ RAW_RETENTION_DAYS: '30' });
    expectProcessed(await send('2026-10-21T15:30:00Z', base), 1);
    expectError(
      await send('2026-10-21T15:29:59.999Z', base),
      'VALIDATION_ERROR',
      'entries[0].timestamp must not be more than 30 days ago: older visits are not kept',
    );
    expectError(await send(1_763_640_000, base), 'VALIDATION_ERROR', /looks like seconds/);
  });
});
