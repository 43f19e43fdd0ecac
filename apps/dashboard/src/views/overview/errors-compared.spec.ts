import type { Summary } from '../../api/types.js';
import { errorsCompared } from './errors-compared.js';

const time = { unit: 'period', until: '2026-11-21T00:00:00Z' } as const;
const summary = (now: number, before: number) =>
  ({
    compared: { ...time, total_visits: now },
    previous: { total_visits: before },
  }) as Summary;

it('compares parts of all visits', () => {
  const errors = [summary(10, 10), summary(5, 0)];
  expect(errorsCompared(summary(100, 200), errors)).toMatchObject({
    ...{ time, now: 0.15, before: 0.05 },
  });
});

it('compares nothing without an answer, and says that nobody came before', () => {
  const errors = [summary(1, 1), undefined];
  expect(errorsCompared(summary(100, 200), errors)).toBeUndefined();
  expect(errorsCompared({} as Summary, [])).toBeUndefined();
  expect(errorsCompared(summary(100, 0), [summary(1, 0)])).toEqual({
    ...{ time: expect.objectContaining(time), now: 0.01, before: undefined },
  });
});
