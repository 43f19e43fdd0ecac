import { textsOfDays } from './texts-of-days.js';

const day = (date: string) => new Date(`${date}T00:00:00Z`);
const text = (valid_from: string, valid_to: string | null) => ({
  valid_from,
  valid_to,
});

it('cuts the days of texts to those of a period', () => {
  const texts = [
    text('2026-10-01', '2026-10-31'),
    text('2026-11-01', '2026-11-09'),
    text('2026-11-10', '2026-11-10'),
    text('2026-11-11', '2026-11-30'),
    text('2026-12-01', null),
  ];
  const period = { from: day('2026-11-05'), to: day('2026-11-13') };
  expect(textsOfDays(texts, period)).toEqual([
    {
      ...{ valid_from: '2026-11-01' },
      days: { from: day('2026-11-05'), to: day('2026-11-10') },
    },
    {
      ...{ valid_from: '2026-11-10' },
      days: { from: day('2026-11-10'), to: day('2026-11-11') },
    },
    {
      ...{ valid_from: '2026-11-11' },
      days: { from: day('2026-11-11'), to: day('2026-11-13') },
    },
  ]);
  const year = { from: day('2026-12-24'), to: day('2027-01-01') };
  expect(textsOfDays(texts, year).map(({ days }) => days)).toEqual([year]);
});
