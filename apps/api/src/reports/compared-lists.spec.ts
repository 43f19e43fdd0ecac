import type { HourRange } from '@app/storage';
import { compareList, type RowsCompared } from './compared-lists.js';
import { comparedTimes } from './compared-times.js';

interface Row {
  name: string;
  visits: number;
  errors: number | null;
}
type Counts = Omit<Row, 'name'>;

const day = (date: number) => new Date(Date.UTC(2026, 10, date));
/** Half past eight in the evening of the 20th. */
const NOW = Date.UTC(2026, 10, 20, 20, 30);
const timesOf = (start: number, end: number, smallest?: 'hours' | 'days') =>
  comparedTimes(
    { days: { start: day(start), end: day(end) }, zone: undefined, now: NOW },
    smallest,
  );

/** Rows are compared by their names. What was read is noted as its first and last hour. */
function how(
  times: RowsCompared<Row, string, Counts>['times'],
  counts: Record<string, Counts[]>,
): RowsCompared<Row, string, Counts> & { read: jest.Mock } {
  let reads = 0;
  const read = jest.fn((_hours: HourRange) => {
    const at = reads++;
    const rows = Object.entries(counts).flatMap(([name, parts]) =>
      parts[at] ? [[name, parts[at]] as const] : [],
    );
    return Promise.resolve(new Map<string, Counts>(rows));
  });
  const countsOf = ({ visits, errors }: Row) => ({ visits, errors });
  return { times, keyOf: ({ name }) => name, countsOf, read };
}
const ROWS: Row[] = [
  { name: 'a', visits: 9, errors: 2 },
  { name: 'b', visits: 4, errors: 0 },
];

it('compares what a row has of a period that is over, and reads the days before only', async () => {
  const of = how(timesOf(13, 19), { a: [{ visits: 5, errors: 1 }] });
  const { rows, said } = await compareList(ROWS, of);
  expect(rows).toEqual([
    { ...ROWS[0], compared: { visits: 9, errors: 2 }, previous: { visits: 5, errors: 1 } },
    { ...ROWS[1], compared: { visits: 4, errors: 0 }, previous: { visits: 0, errors: 0 } },
  ]);
  expect(said).toEqual({
    compared: { unit: 'period', until: '2026-11-20T00:00:00Z' },
    previous: { period: { start: '2026-11-06', end: '2026-11-12' } },
  });
  expect(of.read.mock.calls).toEqual([[{ from: day(6), to: day(13) }]]);
});

it('reads the part that is over, and the same part before, of a period that is not', async () => {
  const of = how(timesOf(20, 20), {
    a: [
      { visits: 7, errors: 2 },
      { visits: 5, errors: 1 },
    ],
  });
  const { rows, said } = await compareList(ROWS, of);
  expect(rows[0]).toMatchObject({ visits: 9, compared: { visits: 7 }, previous: { visits: 5 } });
  expect(rows[1]).toMatchObject({ visits: 4, compared: { visits: 0 }, previous: { visits: 0 } });
  expect(said.compared).toEqual({ unit: 'hours', until: '2026-11-20T20:00:00Z' });
  const hour = (date: number) => new Date(day(date).getTime() + 20 * 3_600_000);
  expect(of.read.mock.calls).toEqual([
    [{ from: day(20), to: hour(20) }],
    [{ from: day(19), to: hour(19) }],
  ]);
});

it('says that nothing of a period is over, and reads nothing', async () => {
  const of = how(timesOf(20, 20, 'days'), {});
  const { rows, said } = await compareList(ROWS, of);
  expect(rows).toEqual(ROWS.map((row) => ({ ...row, compared: null, previous: null })));
  expect(said.compared).toEqual({ unit: null, until: '2026-11-20T00:00:00Z' });
  expect(of.read).not.toHaveBeenCalled();
});

it('leaves null what is not counted, also of a row that was not there', async () => {
  const of = how(timesOf(13, 19), {});
  const { rows } = await compareList([{ name: 'a', visits: 9, errors: null }], of);
  expect(rows[0]?.previous).toEqual({ visits: 0, errors: null });
});

it('reads nothing for a list without rows, or without a comparison', async () => {
  const of = how(timesOf(13, 19), {});
  expect((await compareList([], of)).rows).toEqual([]);
  expect(await compareList(ROWS, undefined)).toEqual({ rows: ROWS, said: {} });
  expect(of.read).not.toHaveBeenCalled();
});
