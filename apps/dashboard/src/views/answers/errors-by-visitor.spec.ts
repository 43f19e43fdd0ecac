import { errorsByVisitor } from './errors-by-visitor.js';

const status = (code: number, visits: number, bots: number, ai: number, scanners: number) => ({
  ...{ status_code: code, visits, bot_visits: bots },
  ...{ ai_bot_visits: ai, scanner_visits: scanners },
});

it('tells errors of browsers, AI bots, other bots and scanners apart', () => {
  const statuses = [
    status(200, 100, 60, 20, 5),
    status(404, 50, 45, 4, 40),
    status(503, 3, 1, 1, 0),
  ];
  expect(
    errorsByVisitor(statuses).map(({ title, visits, errors }) => [title, visits, errors]),
  ).toEqual([
    ['Browsers', 47, 7],
    ['AI bots', 25, 5],
    ['Other bots', 36, 1],
    ['Security scanners', 45, 40],
  ]);
});

it('leaves out who did not come', () => {
  expect(errorsByVisitor([status(200, 2, 0, 0, 0)]).map(({ title }) => title)).toEqual([
    'Browsers',
  ]);
});
