import { givenRows, type OrderedColumns, type RowOrder, sortedRows } from './row-order.js';

const LATE_BEFORE = 1_000;
type Visit = [website: number, time: number];

const columnsOf = (visits: Visit[]): OrderedColumns => ({
  count: visits.length,
  websiteIds: Int32Array.from(visits, ([website]) => website),
  times: Float64Array.from(visits, ([, time]) => time),
});

function inOrder(batches: Visit[][], { batches: places, rows }: RowOrder): Visit[] {
  return Array.from(places, (place, at) => batches[place]?.[rows[at] as number] as Visit);
}

const ordered = (batches: Visit[][]) =>
  inOrder(batches, sortedRows(batches.map(columnsOf), LATE_BEFORE));

describe('the order of rows', () => {
  it('puts the visits of a website together, late ones apart, and by time', () => {
    const first: Visit[] = [
      [7, 1_005],
      [3, 1_002],
      [7, 1_001],
      [7, 999],
    ];
    const second: Visit[] = [
      [3, 1_000],
      [7, 1_003],
      [7, 10],
    ];
    expect(ordered([first, second])).toEqual([
      [7, 1_001],
      [7, 1_003],
      [7, 1_005],
      [3, 1_000],
      [3, 1_002],
      [7, 10],
      [7, 999],
    ]);
  });

  it('has every visit once', () => {
    const batches = Array.from({ length: 5 }, (_, batch) =>
      Array.from({ length: 400 }, (_, row): Visit => {
        const number = (batch * 400 + row) * 7_919;
        return [number % 4, number % 2_003];
      }),
    );
    const { batches: places, rows } = sortedRows(batches.map(columnsOf), LATE_BEFORE);
    const all = new Set(Array.from(places, (place, at) => `${place} ${rows[at]}`));
    expect(all.size).toBe(2_000);
    const visits = ordered(batches);
    const segmentOf = ([website, time]: Visit) => `${website} ${time < LATE_BEFORE}`;
    for (let at = 1; at < visits.length; at++) {
      const [before, visit] = visits.slice(at - 1, at + 1) as [Visit, Visit];
      if (segmentOf(before) === segmentOf(visit)) expect(visit[1]).not.toBeLessThan(before[1]);
    }
    const segments = visits.map(segmentOf);
    expect(segments.filter((one, at) => one !== segments[at - 1])).toHaveLength(8);
  });

  it('keeps the order of visits of the same millisecond, which is what is written of a time', () => {
    const visits: Visit[] = [
      [1, 1_002.4],
      [1, 1_002.1],
      [1, 1_001],
    ];
    expect(ordered([visits])).toEqual([
      [1, 1_001],
      [1, 1_002.4],
      [1, 1_002.1],
    ]);
  });

  it('is that of the batches where nothing asks for another one', () => {
    const batches: Visit[][] = [
      [
        [2, 1_005],
        [1, 999],
      ],
      [[2, 1_001]],
    ];
    expect(inOrder(batches, givenRows(batches.map(columnsOf)))).toEqual(batches.flat());
  });

  it('leaves times that lie too far apart to the database', () => {
    const visits: Visit[] = [
      [1, Number.MAX_SAFE_INTEGER],
      [2, 2_000],
      [1, 1_000],
    ];
    expect(ordered([visits])).toEqual([
      [1, Number.MAX_SAFE_INTEGER],
      [1, 1_000],
      [2, 2_000],
    ]);
  });
});
