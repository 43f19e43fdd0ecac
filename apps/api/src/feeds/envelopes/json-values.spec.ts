import { inChunks } from '@app/testing';
import * as fc from 'fast-check';
import type { CarriedRecord } from './envelope.js';
import { jsonValues } from './json-values.js';

/** Cuts a body that comes in chunks of these sizes, over and over. */
function cut(body: string | Buffer, sizes: number[] = [1 << 16], longest?: number) {
  const envelope = jsonValues(longest);
  const records: CarriedRecord[] = [];
  for (const chunk of inChunks(body, sizes)) records.push(...envelope.push(chunk));
  return [...records, ...envelope.end()];
}

const valuesOf = (records: CarriedRecord[]) =>
  records.map((record) => ('value' in record ? record.value : record));

const TWO = [{ a: 'x' }, { b: [1, { c: '}"{' }] }];

it.each([
  ['an array', JSON.stringify(TWO)],
  ['an array in many lines', JSON.stringify(TWO, null, 2)],
  ['lines', TWO.map((one) => JSON.stringify(one)).join('\n')],
  ['lines as Windows ends them', TWO.map((one) => `${JSON.stringify(one)}\r\n`).join('')],
  [
    'lines with commas, as syslog-ng can write them',
    TWO.map((one) => JSON.stringify(one)).join(',\n'),
  ],
  ['arrays on lines', TWO.map((one) => JSON.stringify([one])).join('\n')],
  ['nothing in between', TWO.map((one) => JSON.stringify(one)).join('')],
  ['objects in many lines', TWO.map((one) => JSON.stringify(one, null, 2)).join('\n')],
])('cuts %s, however the bytes arrive', (_, body) => {
  for (const sizes of [[1], [2], [3, 1], [7], [1 << 16]])
    expect(valuesOf(cut(body, sizes))).toEqual(TWO);
});

it('makes a text of every byte a few times at most, however many values a line has', () => {
  const made = jest.spyOn(Buffer.prototype, 'toString');
  const body = Buffer.from(`${'{}'.repeat(20_000)}\n`);
  expect(cut(body)).toHaveLength(20_000);
  const calls = made.mock.calls as [encoding?: string, start?: number, end?: number][];
  const bytes = calls.reduce((sum, [, start = 0, end = 2]) => sum + end - start, 0);
  made.mockRestore();
  expect(bytes).toBeLessThan(3 * body.length);
});

it('takes texts and numbers as values too, and other text line by line', () => {
  expect(valuesOf(cut('["a \\" b",{"c":1},7,8]\n', [1]))).toEqual([
    'a " b',
    { c: 1 },
    { text: '7,8]' },
  ]);
});

it('keeps the text of each value', () => {
  expect(cut('[{"a": 1 },\n{"b":2}]')).toEqual([
    { text: '{"a": 1 }', value: { a: 1 } },
    { text: '{"b":2}', value: { b: 2 } },
  ]);
});

it.each([
  ['a string that does not end', '{"a":"x\n{"b":2}\n{"c":3}\n', ['{"a":"x', { b: 2 }, { c: 3 }]],
  ['an object that does not end', '{"a":1\n{"b":2}\n{"c":3}\n', ['{"a":1', { b: 2 }, { c: 3 }]],
  ['too many brackets', '{"a":1}}\n{"b":2}\n', [{ a: 1 }, '}', { b: 2 }]],
  ['text between objects', '{"a":1}\nno json\n{"b":2}\n', [{ a: 1 }, 'no json', { b: 2 }]],
])('finds the records behind %s', (_, body, expected) => {
  const found = cut(body).map((record) =>
    'value' in record ? record.value : 'text' in record ? record.text : record,
  );
  expect(found).toEqual(expected);
});

it('gives up a value that is too long, and goes on with the next line', () => {
  const body = `{"a":1}\n{"b":"${'x'.repeat(5_000)}"}\n{"c":3}\n`;
  expect(valuesOf(cut(body, [64], 1_000))).toEqual([{ a: 1 }, { tooLong: true }, { c: 3 }]);
});

it('gives up the same values, however the bytes arrive', () => {
  const exact = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
  for (const sizes of [[1], [7], [64], [1 << 16]]) {
    expect(valuesOf(cut(`${exact(64)}${exact(65)}\n[${exact(64)}]`, sizes, 64))).toEqual([
      JSON.parse(exact(64)),
      { tooLong: true },
      JSON.parse(exact(64)),
    ]);
    // What is taken for a part of a value that does not end is read again up to the limit.
    const unended = `{"a":"\n${`${exact(20)}\n`.repeat(9)}`;
    expect(valuesOf(cut(unended, sizes, 64))).toEqual([
      { text: '{"a":"' },
      ...Array(9).fill(JSON.parse(exact(20))),
    ]);
  }
  const piece = fc.oneof(
    fc.constantFrom('{', '}', '"', '\\', '[', ']', '\n', ',', ' ', '{"a":1}', '{"a":\n1}', 'x'),
    fc.integer({ min: 8, max: 24 }).map(exact),
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), sizes, (pieces, chunks) => {
      const body = pieces.join('');
      expect(cut(body, chunks, 16)).toEqual(cut(body, [1 << 16], 16));
    }),
    { numRuns: 500 },
  );
});

it('reads a long value that comes byte by byte', () => {
  // This would never end if the bytes before were copied with each one.
  const value = { a: 'x'.repeat(1 << 20) };
  expect(valuesOf(cut(JSON.stringify(value), [1]))).toEqual([value]);
});

it('has every value of any rows of objects, in any arrangement and any chunks', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
  const separators = fc.constantFrom('', '\n', ',', ', ', '\r\n', ',\n');
  fc.assert(
    fc.property(
      fc.array(object, { maxLength: 6 }),
      separators,
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      (objects, separator, inArray, sizes) => {
        const rows = objects.map((one) => JSON.stringify(one)).join(separator);
        const found = valuesOf(cut(inArray ? `[${rows}]` : rows, sizes));
        expect(found).toEqual(objects.map((one) => JSON.parse(JSON.stringify(one))));
      },
    ),
  );
});

it('takes any bytes, and holds no more than its longest value', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      for (const record of cut(Buffer.from(bytes), [5], 64))
        expect('text' in record ? record.text.length <= 64 + 5 : 'tooLong' in record).toBe(true);
    }),
  );
});
