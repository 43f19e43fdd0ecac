import { answerSeries } from './answer-series.js';
import { answerSentence } from './answer-sentence.js';

const day = { start: '2026-11-20', end: '2026-11-20' };
const sentence = (visits: Record<string, number>) =>
  answerSentence(
    {
      series: answerSeries(
        Object.entries(visits).map(([name, count]) => ({ name, visits: count, series: [count] })),
      ),
    },
    day,
  ).replace(/.*2026/, '');

it('says how much got no content, and what instead', () => {
  expect(sentence({ '200': 80, '304': 5, '404': 10, '403': 4, '503': 1 })).toBe(
    ': 15% got no content. Not found (404, 410) 10%, Refused (401, 403, 429) 4%.',
  );
  expect(sentence({ '200': 3, '301': 1 })).toBe(', and none got an error.');
  expect(sentence({})).toBe(' with these filters.');
});
