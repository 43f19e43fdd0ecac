import { answerClasses, errorShare } from './answer-classes.js';

it('says what visitors got', () => {
  const classes = answerClasses(
    ['200', '204', '301', '403', '404', '418', '503', '0'].map((name) => ({ name, visits: 10 })),
  );
  expect(classes.map(({ name, visits }) => [name, visits])).toEqual([
    ['Content (2xx)', 20],
    ['Redirects and not modified (3xx)', 10],
    ['Refused (401, 403, 429)', 10],
    ['Not found (404, 410)', 10],
    ['Other client errors (4xx)', 10],
    ['Server errors (5xx)', 10],
    ['Other', 10],
  ]);
  expect(errorShare(classes)).toBe(0.5);
  expect(errorShare([])).toBe(0);
});
