import { inChunks } from '@app/testing';
import fc from 'fast-check';
import { JsonPlaces, type Placed } from './json-places.js';

const PLACES = ['id', 'list[].item', 'list[].deep.rows[]'];

/** Reads a document that comes in chunks of these sizes, over and over. */
function read(document: string | Buffer, sizes = [1 << 16], longest = 1_000): Placed[] {
  const places = new JsonPlaces(PLACES, longest);
  const found: Placed[] = [];
  for (const chunk of inChunks(document, sizes)) found.push(...places.push(chunk));
  return [...found, ...places.end()];
}

const valuesOf = (found: Placed[]) =>
  found.flatMap((one) => ('text' in one ? [[one.place, JSON.parse(one.text)]] : []));

const DOCUMENT = {
  other: [{ list: [{ item: 'elsewhere' }] }, '"]}'],
  id: 'a"\\b',
  list: [
    {
      item: { a: ['}', 1.5] },
      list: 3,
      deep: { rows: [1, 'two', { three: 3 }, null, [[]], true] },
    },
    {},
    { deep: { more: '\\', rows: [] }, item: -4e2 },
  ],
};
const VALUES = [
  ['id', 'a"\\b'],
  ['list[].item', { a: ['}', 1.5] }],
  ['list[].deep.rows[]', 1],
  ['list[].deep.rows[]', 'two'],
  ['list[].deep.rows[]', { three: 3 }],
  ['list[].deep.rows[]', null],
  ['list[].deep.rows[]', [[]]],
  ['list[].deep.rows[]', true],
  ['list[].item', -400],
];

it.each([
  ['in one line', JSON.stringify(DOCUMENT)],
  ['in many lines', JSON.stringify(DOCUMENT, null, 2)],
  ['with escapes in names', JSON.stringify(DOCUMENT).replace('"list":', '"\\u006cist":')],
])('finds the values at places in a document %s, however its bytes arrive', (_, document) => {
  for (const sizes of [[1], [2], [3, 1], [7], [1 << 16]])
    expect(valuesOf(read(document, sizes))).toEqual(VALUES);
});

it('reads documents that follow each other, also in a list', () => {
  for (const between of ['', '\n', ','])
    expect(valuesOf(read(`[{"id":1}${between}{"id":2}]`))).toEqual([
      ['id', 1],
      ['id', 2],
    ]);
});

it('tells where lists and objects end, and whether they had anything in them', () => {
  expect(read('{"list":[{"deep":{}},{}]}')).toEqual([
    { place: 'list[].deep', ends: true, isEmpty: true },
    { place: 'list[]', ends: true, isEmpty: false },
    { place: 'list[]', ends: true, isEmpty: true },
    { place: 'list', ends: true, isEmpty: false },
    { place: '', ends: true, isEmpty: false },
  ]);
});

it('gives a value that cannot hold the places that were asked for', () => {
  expect(valuesOf(read('{"list":{"item":1}}'))).toEqual([['list', { item: 1 }]]);
  expect(valuesOf(read('{"list":[7,{"deep":"x"}]}'))).toEqual([
    ['list[]', 7],
    ['list[].deep', 'x'],
  ]);
});

it('keeps nothing of a value or name that is too long, and goes on behind it', () => {
  const long = 'x\\"'.repeat(1_000);
  const document = `{"${long}":1,"id":"${long}","other":"${long}","list":[{"item":2}]}`;
  for (const sizes of [[64], [63]]) {
    const found = read(document, sizes, 256);
    expect(found[0]).toEqual({ place: 'id', tooLong: true });
    expect(valuesOf(found)).toEqual([['list[].item', 2]]);
  }
});

it.each([
  ['text', 'no json'],
  ['a number', '7'],
  ['a bracket too many', '{"id":1}}'],
  ['the wrong bracket', '{"id":1]'],
  ['something else where a name must be', '{"id":1,5}'],
  ['a document that ends too early', '{"id":1'],
  ['a name that ends too early', '{"id'],
  ['a string that ends too early', '{"id":"'],
])('breaks off at %s', (_, document) => {
  for (const sizes of [[1], [1 << 16]])
    expect(read(document, sizes).filter((one) => 'broken' in one)).toEqual([{ broken: true }]);
});

it('finds in any document in any chunks what JSON.parse finds in it', () => {
  const item = fc.jsonValue();
  const deep = fc.record({ rows: fc.array(item), '\\"': item }, { requiredKeys: ['rows'] });
  const row = fc.record({ deep, item, x: item }, { requiredKeys: [] });
  const document = fc.record({ x: item, list: fc.array(row), id: item }, { requiredKeys: [] });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(document, sizes, fc.constantFrom(0, 1), (made, chunks, indent) => {
      const text = JSON.stringify(made, null, indent);
      const { list, id } = JSON.parse(text) as typeof made;
      const wanted = (list ?? []).flatMap((one) => [
        ...(one.deep?.rows ?? []),
        ...('item' in one ? [one.item] : []),
      ]);
      const found = valuesOf(read(text, chunks, 1_000_000));
      const inRows = found.filter(([place]) => place !== 'id').map(([, value]) => value);
      expect(inRows.map((one) => JSON.stringify(one)).sort()).toEqual(
        wanted.map((one) => JSON.stringify(one)).sort(),
      );
      expect(found.filter(([place]) => place === 'id')).toEqual(
        id === undefined ? [] : [['id', id]],
      );
    }),
  );
});

it('takes any bytes, holds little, and breaks off at most once', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '"list":[', '{"item":', '"id":'),
    ),
  );
  fc.assert(
    fc.property(pieces, (all) => {
      const bytes = Buffer.concat(all.map((piece) => Buffer.from(piece)));
      const found = read(bytes, [5], 64);
      expect(found.filter((one) => 'broken' in one).length).toBeLessThanOrEqual(1);
      for (const one of found) if ('text' in one) expect(one.text.length).toBeLessThanOrEqual(69);
    }),
  );
});
