import { MAX_ENTRIES_PER_REQUEST, NO_VALUE } from '@app/contracts';
import fc from 'fast-check';
import { type Piece, ValueList, type Values } from './value-list.js';

function pieceOf(text: string): Piece {
  const bytes = new TextEncoder().encode(`<${text}>`);
  return { bytes, view: new DataView(bytes.buffer), from: 1, to: bytes.length - 1 };
}

/** Returns the value of each entry. */
function valuesOf(values: Values | undefined): unknown[] {
  if (!values) return [];
  const all = JSON.parse(`[${new TextDecoder().decode(values.json)}]`) as unknown[];
  expect(all).toHaveLength(values.starts.length);
  return Array.from(values.indexes, (index) => (index === NO_VALUE ? undefined : all[index]));
}

const distinct = (values: Values | undefined) => values?.starts.length;

it('has each text once, however it came', () => {
  const list = new ValueList();
  ['/a', '/b', '/a'].forEach((text, row) => list.addBytes(row, pieceOf(text)));
  ['/b', '/c', '/c'].forEach((text, row) => list.add(3 + row, text));
  list.addBytes(6, pieceOf('/c'));
  const values = list.take(8);
  expect(valuesOf(values)).toEqual(['/a', '/b', '/a', '/b', '/c', '/c', '/c', undefined]);
  expect(distinct(values)).toBe(3);
});

it('gives back every value that JSON can have', () => {
  const aValue = fc.oneof(
    fc.constantFrom(
      '',
      'a',
      'a"',
      '\\',
      'é',
      '😀',
      '\u0000',
      '\u007f',
      '\ud800',
      'x'.repeat(5_000),
    ),
    fc.string(),
    fc.constantFrom(null, undefined, 0, 1.5, -1, 1e21, true),
    fc.dictionary(fc.string({ maxLength: 2 }), fc.string(), { maxKeys: 2 }),
  );
  const list = new ValueList();
  fc.assert(
    fc.property(fc.array(aValue, { maxLength: 40 }), (values) => {
      values.forEach((value, row) => list.add(row, value));
      const found = valuesOf(list.take(values.length));
      const wanted = values.map((value) =>
        value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown),
      );
      expect(found).toEqual(found.length > 0 ? wanted : []);
    }),
  );
});

it('makes the same of texts, whether they come as bytes or not', () => {
  const [byBytes, byText] = [new ValueList(), new ValueList()];
  const texts = fc.array(fc.nat(3_000), { minLength: 900, maxLength: MAX_ENTRIES_PER_REQUEST });
  fc.assert(
    fc.property(texts, fc.constantFrom('/', '', '/a-longer-path-', '192.0.2.'), (all, prefix) => {
      all.forEach((text, row) => byBytes.addBytes(row, pieceOf(`${prefix}${text}`)));
      all.forEach((text, row) => byText.add(row, `${prefix}${text}`));
      const values = byBytes.take(all.length);
      expect(byText.take(all.length)).toEqual(values);
      // Hardly any text stands there twice.
      expect((distinct(values) ?? 0) - new Set(all).size).toBeLessThan(10);
    }),
  );
});

it('makes the same of the same entries in every batch', () => {
  const list = new ValueList();
  const fill = () => {
    for (let row = 0; row < MAX_ENTRIES_PER_REQUEST; row++) list.addBytes(row, pieceOf(`/${row}`));
    return list.take(MAX_ENTRIES_PER_REQUEST);
  };
  const first = fill();
  expect(distinct(first)).toBe(MAX_ENTRIES_PER_REQUEST);
  // A longer batch in between leaves nothing behind.
  for (let row = 0; row < 100; row++) list.add(row, `/${'x'.repeat(10_000)}${row}`);
  list.take(100);
  expect(fill()).toEqual(first);
  expect(list.take(0)).toBeUndefined();
});
