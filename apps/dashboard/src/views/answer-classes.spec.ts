import { answerClasses, answerSeries, errorShare } from './answer-classes.js';

it('says what visitors got', () => {
  const classes = answerClasses(
    ['200', '204', '301', '403', '404', '418', '503', '0'].map((name) => ({ name, visits: 10 })),
  );
  expect(classes.map(({ name, visits }) => [name, visits])).toEqual([
    ['Content (2xx)', 20],
    ['Moved or unchanged (3xx)', 10],
    ['Refused (401, 403, 429)', 10],
    ['Not there (404, 410)', 10],
    ['Other mistakes (4xx)', 10],
    ['Faults of the server (5xx)', 10],
    ['Other', 10],
  ]);
  expect(errorShare(classes)).toBe(0.5);
  expect(errorShare([])).toBe(0);
});

it('adds statuses of a class up in each bucket', () => {
  const groups = [
    { name: '200', visits: 7, series: [4, 3] },
    { name: '404', visits: 3, series: [1, 2] },
    { name: '410', visits: 1, series: [0, 1] },
    { name: '204', visits: 1, series: [1, 0] },
    { name: null, visits: 2, series: [2, 0] },
  ];
  expect(answerSeries(groups).map(({ id, values }) => [id, values])).toEqual([
    ['Content (2xx)', [5, 3]],
    ['Not there (404, 410)', [1, 3]],
    ['Other', [2, 0]],
  ]);
  expect(answerSeries([])).toEqual([]);
});
