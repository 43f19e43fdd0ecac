import { aLogEntry, aLogEntryInput } from '@app/testing';
import { ApiError } from '../http/api-error.js';
import { validateEntries } from './validate-entries.js';

const bounds = { now: Date.UTC(2026, 10, 20, 12), retentionDays: 0 };
const validate = (body: unknown) => validateEntries(body, bounds);
const refusal = (message: string) => new ApiError('VALIDATION_ERROR', message);
const many = (count: number, fields = {}) =>
  Array.from({ length: count }, () => ({ ...aLogEntryInput(), ...fields }));

it('takes one entry or an array of up to 1000', () => {
  expect(validate(aLogEntryInput()).entries).toEqual([aLogEntry()]);
  expect(validate([]).entries).toEqual([]);
  expect(validate(many(1000)).entries).toHaveLength(1000);
});

it('counts what was sanitised', () => {
  expect(validate(many(3, { ip: 'x' })).sanitised).toEqual({ ip: { replaced: 3 } });
});

it('refuses 1001 entries before it looks at any', () => {
  expect(() => validate(Array(1001).fill(null))).toThrow(
    new ApiError(
      'PAYLOAD_TOO_LARGE',
      'A request takes at most 1000 entries, this one has 1001; nothing was stored',
    ),
  );
});

it.each<[unknown, string]>([
  [null, 'the body must be an object'],
  ['x', 'the body must be an object'],
  [[null], 'entries[0] must be an object'],
  [[[]], 'entries[0] must be an object'],
  [{ ...aLogEntryInput(), status_code: '200' }, 'status_code must be an integer from 0 to 999'],
  [
    [...many(17), { ...aLogEntryInput(), status_code: 1000 }],
    'entries[17].status_code must be an integer from 0 to 999',
  ],
  [
    [{ ...aLogEntryInput(), status_code: 1e300 }],
    'entries[0].status_code must be an integer from 0 to 999',
  ],
  [
    [{ ...aLogEntryInput(), timestamp: 'x' }],
    'entries[0].timestamp must be ISO 8601, such as 2026-11-20T13:00:00Z, or a number of milliseconds',
  ],
  [
    [{ ...aLogEntryInput(), host: 1, ip: null }],
    'entries[0].host must be a string; entries[0].ip must be a string',
  ],
])('refuses %j', (body, message) => {
  expect(() => validate(body)).toThrow(refusal(message));
});

it('names at most 10 places, and stops looking there', () => {
  const message = Array.from({ length: 10 }, (_, i) => `entries[${i}].ip must be a string`);
  expect(() => validate(many(1000, { ip: 1 }))).toThrow(refusal(message.join('; ')));
});

it('takes an entry without prototype tricks', () => {
  const entry = JSON.parse(
    JSON.stringify(aLogEntryInput()).replace('{', '{"__proto__":{"host":"evil"},'),
  ) as unknown;
  expect(validate(entry).entries).toEqual([aLogEntry()]);
});

it('takes null for optional fields only', () => {
  const optional = {
    referer: null,
    query_params: null,
    content_type: null,
    bytes_sent: null,
    duration_ms: null,
  };
  expect(validate({ ...aLogEntryInput(), ...optional }).entries).toEqual([aLogEntry()]);
});
