import { logEntrySchema } from '@app/contracts';
import { aLogEntryInput, checkRows } from '@app/testing';
import fc from 'fast-check';
import { plainEntry } from './plain-entry.js';

const USED = [
  'timestamp',
  'method',
  'host',
  'path',
  'status_code',
  'ip',
  'user_agent',
  'referer',
] as const;
const FIELDS = [...USED, 'query_params', 'content_type', 'bytes_sent', 'duration_ms', 'other'];
const ODD = [undefined, null, '', 'x', 0, -1, 1.5, 999, 1000, 1e300, Infinity, NaN, true, [], {}];

it('accepts an ordinary entry', () => {
  expect(plainEntry(aLogEntryInput())).toBeDefined();
  const whole = {
    referer: 'https://a/',
    content_type: 'text/html',
    bytes_sent: 1,
    duration_ms: 0.5,
  };
  expect(plainEntry({ ...aLogEntryInput(), ...whole })).toMatchObject({ referer: 'https://a/' });
});

it.each([[null], [[]], ['x'], [1], [[aLogEntryInput()]]])('leaves %j to the schema', (value) => {
  expect(plainEntry(value)).toBeUndefined();
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
  const plain = plainEntry(entry);
  if (!plain) return;
  const parsed = logEntrySchema.parse(entry);
  for (const field of USED) expect(plain[field]).toEqual(parsed[field]);
}
