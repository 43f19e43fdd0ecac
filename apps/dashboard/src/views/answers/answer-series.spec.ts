import { answerSeries } from './answer-series.js';

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
    ['Not found (404, 410)', [1, 3]],
    ['Other', [2, 0]],
  ]);
  expect(answerSeries([])).toEqual([]);
});
