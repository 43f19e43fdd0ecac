import { countOf, packColumns, unpackColumns } from './pack-columns.js';

const COLUMNS = () => [
  { name: 'some', values: new Int32Array(3) },
  { name: 'others', values: new Float64Array(3) },
];

describe('packed columns', () => {
  const given = [
    { name: 'some', values: Int32Array.of(-1, 2 ** 31 - 1, 5) },
    { name: 'others', values: Float64Array.of(2 ** 48 - 1, 0, 255) },
  ];
  const packed = packColumns(3, given);

  it('tell where the bytes go on behind them', () => {
    const columns = COLUMNS();
    const longer = Buffer.concat([packed, Buffer.from('more')]);
    expect(countOf(longer)).toBe(3);
    expect(longer.subarray(unpackColumns(longer, columns)).toString()).toBe('more');
    expect(columns).toEqual(given);
  });

  it('overwrite what columns had, also with zeros', () => {
    const columns = COLUMNS();
    for (const { values } of columns) values.fill(7);
    unpackColumns(packColumns(3, COLUMNS()), columns);
    expect(columns).toEqual(COLUMNS());
  });

  it('do not depend on what is behind the rows', () => {
    const columns = given.map(({ name, values }) => ({ name, values: values.slice(0, 2) }));
    expect(packColumns(2, given)).toEqual(packColumns(2, columns));
  });

  it('name the column that is not whole', () => {
    expect(() => unpackColumns(packed.subarray(0, packed.length - 1), COLUMNS())).toThrow(
      'Column others of the evidence is not whole',
    );
    expect(() => unpackColumns(packed.subarray(0, 8), COLUMNS())).toThrow(
      'Column some of the evidence is not whole',
    );
  });
});
