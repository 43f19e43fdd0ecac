import { logEntrySchema, SENT_FIELDS } from '@app/contracts';
import { entriesOf } from '@app/queue';
import { aLogEntry, aLogEntryInput, checkRows } from '@app/testing';
import fc from 'fast-check';
import { EntryBatch } from './entry-batch.js';
import { isPlainEntry } from './plain-entry.js';
import { readCustom } from './read-custom.js';

const bounds = { now: Date.UTC(2026, 10, 20, 12), retentionDays: 0, isStaticFile: () => false };
const readText = (text: string) => {
  const reading = readCustom(Buffer.from(text), bounds);
  if ('refusal' in reading) return reading;
  return { ...reading, entries: entriesOf(reading.entries) };
};
const read = (body: unknown) => readText(JSON.stringify(body));
const refused = (message: string, code = 'VALIDATION_ERROR') => ({ refusal: { code, message } });
const many = (count: number, fields = {}) =>
  Array.from({ length: count }, () => ({ ...aLogEntryInput(), ...fields }));

it('accepts one entry or an array of up to 1000', () => {
  expect(read(aLogEntryInput())).toEqual({ entries: [aLogEntry()], sanitised: {} });
  expect(read([])).toEqual({ entries: [], sanitised: {} });
  expect(read(many(1000))).toHaveProperty('entries.length', 1000);
});

it('counts what was sanitised', () => {
  expect(read(many(3, { ip: 'x' }))).toHaveProperty('sanitised', { ip: { replaced: 3 } });
});

describe('more than 1000 entries', () => {
  const entries = (count: number, entry = '{}') => `[${Array(count).fill(entry).join()}]`;
  const tooMany = (count: number) =>
    refused(
      `A request takes at most 1000 entries, this one has ${count}; nothing was stored`,
      'PAYLOAD_TOO_LARGE',
    );

  it('are refused before the body is parsed', () => {
    expect(readText(entries(1001))).toEqual(tooMany(1001));
    expect(readText(entries(1001, 'x'))).toEqual(tooMany(1001));
    expect(readText(entries(600_000))).toEqual(tooMany(600_000));
  });

  it('are refused after too many levels', () => {
    const deep = '['.repeat(10_001) + ']'.repeat(10_001);
    expect(readText(entries(1001, deep))).toMatchObject({ refusal: { code: 'INVALID_JSON' } });
  });
});

it('says what to send instead of text that is not JSON', () => {
  const message = 'The body is empty; send a log entry or an array of them';
  expect(readText('')).toEqual(refused(message, 'INVALID_JSON'));
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
    [{ ...aLogEntryInput(), host: 1, ip: false }],
    'entries[0].host must be a string; entries[0].ip must be a string',
  ],
])('refuses %j', (body, message) => {
  expect(read(body)).toEqual(refused(message));
});

it('names at most 10 places, and stops looking there', () => {
  const message = Array.from({ length: 10 }, (_, i) => `entries[${i}].ip must be a string`);
  expect(read(many(1000, { ip: 1 }))).toEqual(refused(message.join('; ')));
});

it('reads an entry without prototype tricks', () => {
  const text = JSON.stringify(aLogEntryInput()).replace('{', '{"__proto__":{"host":"evil"},');
  expect(readText(text)).toHaveProperty('entries', [aLogEntry()]);
});

it('reads null for what a visitor did not send as an empty text', () => {
  const nulls = { host: null, ip: null, user_agent: null };
  const empty = { host: '', ip: null, userAgent: '' };
  const read = readText(JSON.stringify({ ...aLogEntryInput(), ...nulls }));
  expect(read).toEqual({ entries: [{ ...aLogEntry(), ...empty }], sanitised: {} });
});

it('reads null for optional fields as if they were missing', () => {
  const optional = {
    referer: null,
    query_params: null,
    content_type: null,
    signature_agent: null,
    bytes_sent: null,
    duration_ms: null,
  };
  expect(read({ ...aLogEntryInput(), ...optional })).toHaveProperty('entries', [aLogEntry()]);
});

describe('isPlainEntry', () => {
  const FIELDS = [...SENT_FIELDS, 'other'];
  const ODD = [undefined, null, '', 'x', 0, -1, 1.5, 999, 1000, 1e300, Infinity, NaN, true, [], {}];

  it('accepts an ordinary entry', () => {
    expect(isPlainEntry(aLogEntryInput())).toBe(true);
    const whole = {
      referer: 'https://a/',
      content_type: 'text/html',
      signature_agent: '"https://a.example"',
      bytes_sent: 1,
      duration_ms: 0.5,
      asn: 64_500,
    };
    expect(isPlainEntry({ ...aLogEntryInput(), ...whole })).toBe(true);
  });

  it.each([[null], [[]], ['x'], [1], [[aLogEntryInput()]]])('leaves %j to the schema', (value) => {
    expect(isPlainEntry(value)).toBe(false);
  });

  it('accepts no entry that the schema refuses', () =>
    checkRows(
      FIELDS.flatMap((field) => ODD.map((value) => ({ [field]: value }))),
      (odd) => expectAgreement({ ...aLogEntryInput(), ...odd }),
    ));

  it('reads every entry that it accepts as the schema does', () => {
    const odd = fc.record(
      Object.fromEntries(FIELDS.map((field) => [field, fc.constantFrom(...ODD)])),
      { requiredKeys: [] },
    );
    fc.assert(fc.property(odd, (fields) => expectAgreement({ ...aLogEntryInput(), ...fields })));
  });

  function expectAgreement(entry: object): void {
    if (!isPlainEntry(entry)) return;
    const [plain, parsed] = [entry, logEntrySchema.parse(entry)].map((input) => {
      const batch = new EntryBatch(({ contentType }) => contentType === 'x');
      batch.add(input, 0);
      return [batch.columns(), batch.sanitised];
    });
    expect(plain).toEqual(parsed);
  }
});
