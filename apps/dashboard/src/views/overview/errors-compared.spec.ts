import type { Summary } from '../../api/types.js';
import { errorPart, errorsCompared } from './errors-compared.js';

const time = { unit: 'period', until: '2026-11-21T00:00:00Z' } as const;
const counts = (visits: number, errors: number, scanners = 0, ofScanners = 0) => ({
  ...{ total_visits: visits, error_visits: errors },
  ...{ scanner_visits: scanners, scanner_error_visits: ofScanners },
});

it('is of all visits but those of scanners', () => {
  expect(errorPart(counts(150, 65, 50, 50))).toBe(0.15);
  expect(errorPart(counts(50, 50, 50, 50))).toBe(0);
});

it('is compared with the same part before', () => {
  const compared = { ...time, ...counts(100, 15) };
  const previous = counts(210, 20, 10, 10);
  expect(errorsCompared({ compared, previous } as Summary)).toMatchObject({
    ...{ time, now: 0.15, before: 0.05 },
  });
});

it('is not compared without an answer, and says that nobody came before', () => {
  expect(errorsCompared({} as Summary)).toBeUndefined();
  const compared = { ...time, ...counts(100, 15) };
  expect(errorsCompared({ compared, previous: counts(0, 0) } as Summary)).toMatchObject({
    ...{ now: 0.15, before: undefined },
  });
});
