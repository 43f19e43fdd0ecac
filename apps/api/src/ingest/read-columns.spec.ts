import { createStaticFileTest, MAX_ENTRIES_PER_REQUEST, SENT_FIELDS } from '@app/contracts';
import { decodeColumns, encodeColumns, entriesOf } from '@app/queue';
import { aLogEntryInput, timesAsLong } from '@app/testing';
import fc from 'fast-check';
import { readColumns } from './read-columns.js';
import { readEach } from './read-custom.js';
import type { EntryRules, ReadEntries } from './read-entries.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const rules: EntryRules = { now: NOW, retentionDays: 30, isStaticFile: createStaticFileTest() };
const ENTRY = { ...aLogEntryInput(), timestamp: NOW - 1_000 } as Record<string, unknown>;
const FIELDS = [...SENT_FIELDS, 'other'];
/** Values as they may stand in a body, valid or not. */
const VALUES: unknown[] = [
  ...['', '-', 'x', 'GET', '/a.css', '/a?b=c', 'https://a.example/b?c#d', '192.0.2.1', '01.2.3.4'],
  ...['1.2.3.256', '1.2.3', '::ffff:192.0.2.1', '66.249.66.1, 10.0.0.1', '2001:db8::1, ::2'],
  ...['2001:DB8::1', '[2001:db8::1]:80', 'EXAMPLE.com:80', 'text/css', 'de', 'XX', 'AS64500'],
  ...['h2', 'HTTP/1.1', 'Navigate', 'prefetch', '\u0000', 'a\nb', '😀', '\ud83d', 'a"b', '\\', 'é'],
  ...['2026-11-20T11:00:00Z', '2026-11-20 11:00:00,5+01', '2026-13-01', '2026-01-01T00:00:00Z'],
  ...['https://chatgpt.com', 'x'.repeat(1_025), `/${'x'.repeat(2_100)}`, `/${'é'.repeat(1_100)}`],
  ...[0, 1, 200, 404, 999, 1_000, -1, 1.5, NOW, NOW + 0.5, 1_763_640_000, 4_294_967_295, 2 ** 40],
  ...[null, true, false, {}, { a: 'b' }, [], [1]],
];

type Row = Record<string, unknown>;
const bytes = (body: unknown) => Buffer.from(JSON.stringify(body));
const read = (body: unknown) => readColumns(bytes(body), rules);
const refusalOf = (body: unknown) => {
  const reading = read(body);
  return 'refusal' in reading ? reading.refusal : undefined;
};

/** As a worker gets it. The columns of the readers may have other texts that belong to no entry. */
function inRows(reading: ReturnType<ReadEntries>) {
  if ('refusal' in reading) return reading;
  const { entries } = reading;
  return { ...reading, entries: entriesOf(decodeColumns(encodeColumns(entries), entries.count)) };
}

/**
 * Writes rows as columns.
 *
 * @param isList whether a column that has a value in each row is a plain list
 * @param spare values of each column that no entry has
 */
function columnsOf(
  rows: readonly Row[],
  isList: (field: string) => boolean,
  spare: unknown[] = [],
) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(
    fields.map((field) => {
      const given = rows.map((row) => row[field]);
      if (isList(field) && !given.includes(undefined)) return [field, given];
      const values = [...spare];
      const indexes = given.map((value) => {
        if (value === undefined) return -1;
        // Equal values may share a place, and need not.
        const known = values.indexOf(value, spare.length);
        return known >= 0 && values.length % 3 > 0 ? known : values.push(value) - 1;
      });
      return [field, { values, indexes }];
    }),
  );
}

const aValue = fc.constantFrom(...VALUES);
const aRow = fc
  .dictionary(fc.constantFrom(...FIELDS), aValue, { maxKeys: 3 })
  .chain((changes) => fc.constantFrom<Row>({ ...ENTRY, ...changes }, { ...ENTRY }, changes));

it('finds what the same entries are one by one, and the same words for what is wrong', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(aRow, { minLength: 1, maxLength: 6 }), fc.nat(63), (rows, lists) => {
      // Without this column, it is not known how many entries there are.
      fc.pre(rows.some((row) => row.timestamp !== undefined));
      const isList = (field: string) => ((lists >> (field.length % 6)) & 1) === 1;
      const wanted = inRows(readEach(bytes(rows), rules));
      expect(inRows(read(columnsOf(rows, isList)))).toEqual(wanted);
      expect(inRows(read(columnsOf(rows, isList, [{ no: ['value'] }, 'x'])))).toEqual(wanted);
      if ('entries' in wanted) accepted += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

it.each(SENT_FIELDS)('reads every value of %s as it is read one by one', (field) => {
  for (const value of VALUES) {
    const rows = [ENTRY, { ...ENTRY, [field]: value }, ENTRY, { ...ENTRY, [field]: value }];
    const wanted = inRows(readEach(bytes(rows), rules));
    for (const isList of [true, false])
      expect(inRows(read(columnsOf(rows, () => isList)))).toEqual(wanted);
  }
});

it('names the entries and fields that are wrong, ten of them', () => {
  const rows = Array.from({ length: 40 }, (_, n) => ({
    ...ENTRY,
    status_code: n % 3 ? 200 : 1_000,
  }));
  const message = refusalOf(columnsOf(rows, () => false))?.message.split('; ') ?? [];
  expect(message).toHaveLength(10);
  expect(message[1]).toBe('entries[3].status_code must be an integer from 0 to 999');
});

it('keeps a text once that different values become', () => {
  const rows = ['/a?b', '/a?c', '/a', '/d'].map((path) => ({ ...ENTRY, path }));
  for (const isList of [true, false]) {
    const reading = read(columnsOf(rows, () => isList));
    expect('entries' in reading && reading.entries.path.texts).toEqual(['/a', '/d']);
  }
});

it('takes no entries', () => {
  expect(read({ timestamp: [] })).toMatchObject({ entries: { count: 0 } });
});

describe('refuses what are no columns', () => {
  const whole = columnsOf([ENTRY, ENTRY], () => false) as Record<string, { indexes: number[] }>;
  const path = (column: unknown) => ({ ...whole, path: column });

  it.each([
    ['a list', [ENTRY], 'the body must be an object with a column for each field'],
    ['no time', { ...whole, timestamp: undefined }, 'the body must have the column timestamp'],
    ['a text', path('/a'), 'the column path must be a list of values, or an object with'],
    ['no indexes', path({ values: ['/a'] }), 'the column path must be a list of values'],
    ['values that are no list', path({ values: {}, indexes: [0, 0] }), 'the column path must be'],
    ['another length', path(['/a']), 'the column path is of 1 entries, and timestamp of 2'],
    [
      'too many values',
      path({ values: Array(1_001).fill('/a'), indexes: [0, 0] }),
      'the column path has 1001 values; it may have at most 1000',
    ],
    ...[-2, 1, 0.5, '0', null, {}].map((index): [string, unknown, string] => [
      `the index ${JSON.stringify(index)}`,
      path({ values: ['/a'], indexes: [0, index] }),
      'the column path has at indexes[1] no place of one of its 1 values',
    ]),
  ])('%s', (_, body, message) => {
    const refusal = refusalOf(body);
    expect(refusal?.code).toBe('VALIDATION_ERROR');
    expect(refusal?.message).toContain(message);
  });

  it('too many entries', () => {
    const timestamp = Array(MAX_ENTRIES_PER_REQUEST + 1).fill(NOW);
    expect(refusalOf({ timestamp })).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'A request takes at most 1000 entries, this one has 1001; nothing was stored',
    });
  });

  it('values beyond what is parsed', () => {
    const others = Object.fromEntries(
      Array.from({ length: 70 }, (_, n) => [`x${n}`, Array(1_000).fill(0)]),
    );
    expect(refusalOf({ ...whole, ...others })?.code).toBe('PAYLOAD_TOO_LARGE');
  });

  it.each(['', '{', '[', '{"timestamp":[1,]}', '\ufeff'])('what is no JSON: %j', (text) => {
    expect(readColumns(Buffer.from(text), rules)).toMatchObject({
      refusal: { code: 'INVALID_JSON' },
    });
  });
});

describe('a long text that entries share is looked at once', () => {
  const LONG = `/${'é'.repeat(200_000)}`;
  const work = (body: Buffer) => () => void readColumns(body, rules);
  const bodyOf = (count: number, change: Row) =>
    bytes(columnsOf(Array<Row>(count).fill({ ...ENTRY, ...change }), () => false));

  it.each([
    ['and taken', {}],
    ['and refused beside a wrong value', { status_code: 1_000 }],
  ])('%s', (_, change) => {
    const one = bodyOf(1, { path: LONG, user_agent: LONG, ...change });
    const many = bodyOf(1_000, { path: LONG, user_agent: LONG, ...change });
    expect(timesAsLong(work(many), work(one))).toBeLessThan(20);
  });

  it('and many parameters that they share, also where only the last one is wrong', () => {
    const params = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`p${n}`, n]));
    const rows = (count: number) => {
      const all = Array<Row>(count).fill({ ...ENTRY, query_params: params });
      return bytes(columnsOf([...all.slice(1), { ...all[0], status_code: 1_000 }], () => false));
    };
    expect(readColumns(rows(1_000), rules)).toMatchObject({
      refusal: { message: 'entries[999].status_code must be an integer from 0 to 999' },
    });
    expect(timesAsLong(work(rows(1_000)), work(rows(1)))).toBeLessThan(20);
  });
});
