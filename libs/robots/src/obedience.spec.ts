import { readObedience } from './obedience.js';
import type { PagesQuestion, VisitsOfBots } from './visits-of-bots.js';

const days = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-08T00:00:00Z') };
const reported = {
  id: 1_000_007,
  name: 'FooBot',
  provider: 'Foo',
  category: 'seo',
  declared: false,
};

/** Reads as many pages as are wanted, and notes the questions. */
function aReader(): VisitsOfBots & { questions: PagesQuestion[]; limits: number[] } {
  const questions: PagesQuestion[] = [];
  const limits: number[] = [];
  return {
    questions,
    limits,
    bots: () => Promise.resolve([{ id: 1_000_007, name: 'FooBot', visits: 10, reported }]),
    pages: (_, limit) => {
      limits.push(limit);
      return Promise.resolve(
        Array.from({ length: limit }, (_, n) => ({ id: n + 1, path: `/${n}` })),
      );
    },
    visits: (_, question) => {
      questions.push(question);
      return Promise.resolve([]);
    },
  };
}

const ask = (reader: VisitsOfBots, content: string) =>
  readObedience(reader, {
    days,
    texts: [{ valid_from: '2026-11-01', content, days }],
  });

it('judges fewer pages by more rules, so that its work is bounded, and says which ones', async () => {
  const reader = aReader();
  const many = Array.from({ length: 19_998 }, (_, n) => `Disallow: /*a${n}`).join('\n');
  await ask(reader, `User-agent: *\nDisallow: /99$\n${many}`);
  expect(reader.limits).toEqual([1_001]);
  expect(reader.questions).toMatchObject([{ pages: [100], pageSets: [0], lastJudged: 1_000 }]);
});

it('reads no pages where everything or nothing is allowed', async () => {
  const reader = aReader();
  expect(await ask(reader, 'User-agent: *\nDisallow:')).toMatchObject([{ allowed_visits: 10 }]);
  await ask(reader, 'User-agent: *\nDisallow: /');
  expect(reader.limits).toEqual([]);
  expect(reader.questions).toMatchObject([
    { bots: [1_000_007], sets: [0], closed: [0], pages: [] },
  ]);
});

it('asks once for bots with the same rules', async () => {
  const reader = aReader();
  const bots = ['FooBot', 'BarBot', 'BazBot'].map((name, at) => ({
    id: 1_000_000 + at,
    name,
    visits: 1,
    reported,
  }));
  reader.bots = () => Promise.resolve(bots);
  await ask(reader, 'User-agent: foobot\nDisallow: /1$\n\nUser-agent: *\nDisallow: /1$');
  expect(reader.questions).toMatchObject([
    { bots: [1_000_000, 1_000_001, 1_000_002], sets: [0, 0, 0], pages: [2] },
  ]);
});
