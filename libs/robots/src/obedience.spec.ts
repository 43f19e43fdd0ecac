import { readObedience } from './obedience.js';
import { runAtOnce } from './work.js';
import type { PagesQuestion, VisitsOfBots } from './visits-of-bots.js';

const days = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-08T00:00:00Z') };
const reported = {
  id: 1_000_007,
  name: 'FooBot',
  provider: 'Foo',
  category: 'seo',
  declared: false,
};

/** A website of so many pages, `/0` to `/999…`, which notes what is asked. */
function aReader(count = 1_000): VisitsOfBots & { questions: PagesQuestion[]; limits: number[] } {
  const questions: PagesQuestion[] = [];
  const limits: number[] = [];
  return {
    questions,
    limits,
    bots: () => Promise.resolve([{ id: 1_000_007, name: 'FooBot', visits: 10, reported }]),
    pages: (_, { limit }) => {
      limits.push(limit);
      return Promise.resolve(
        Array.from({ length: Math.min(count, limit) }, (_, n) => ({ id: n + 1, path: `/${n}` })),
      );
    },
    visits: (_, question) => {
      questions.push(question);
      return Promise.resolve([]);
    },
  };
}

const BOUND = { octets: 2 ** 30, ms: Infinity };
const ask = (reader: VisitsOfBots, content: string | readonly string[], bound = BOUND) => {
  const contents = [content].flat();
  return readObedience({
    ...{ days, reader, bound },
    texts: contents.map((_, at) => ({ valid_from: `2026-11-0${at + 1}`, days })),
    contentOf: (day) => Promise.resolve(contents[Number(day.at(-1)) - 1]),
    run: (work) => Promise.resolve(runAtOnce(work)),
  });
};
const wildcards = (count: number) =>
  Array.from({ length: count }, (_, n) => `Disallow: /*a${n}`).join('\n');

it('reads no pages where everything or nothing is allowed', async () => {
  const reader = aReader();
  const { bots } = await ask(reader, 'User-agent: *\nDisallow:');
  expect(bots).toMatchObject([{ allowed_visits: 10 }]);
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
    { bots: [1_000_000, 1_000_001, 1_000_002], sets: [0, 0, 0], pages: [2], pageClasses: [1] },
  ]);
});

describe('a limit', () => {
  it('of work is told, with the pages beyond it', async () => {
    const reader = aReader(300);
    const text = `User-agent: *\nDisallow: /0$\n${wildcards(1_000)}`;
    const { bots, limits } = await ask(reader, text, { ...BOUND, octets: 6_000_000 });
    expect(limits).toEqual([{ limit: 'work', text_from: '2026-11-01', count: expect.any(Number) }]);
    const [question] = reader.questions;
    const unjudged = question?.pageClasses.filter((one) => one === 0).length;
    expect(unjudged).toBe(limits[0]?.count);
    expect(question).toMatchObject({
      classes: [1],
      classVerdicts: ['disallowed'],
      lastJudged: null,
    });
    expect(bots).toMatchObject([{ visits: 10, not_judged_visits: 10 }]);
  });

  it('of pages is told', async () => {
    const { limits } = await ask(aReader(200_001), 'User-agent: *\nDisallow: /a');
    expect(limits).toEqual([{ limit: 'pages', text_from: '2026-11-01', count: null }]);
  });

  it('of time is told', async () => {
    const text = `User-agent: *\n${wildcards(10)}`;
    const { bots, limits } = await ask(aReader(), text, { ...BOUND, ms: 0 });
    expect(limits).toEqual([{ limit: 'time', text_from: '2026-11-01', count: null }]);
    expect(bots).toMatchObject([{ not_judged_visits: 10, beyond_limit_visits: 10 }]);
  });

  it('of rules leaves the bots unjudged whose rules these are, and no others', async () => {
    const reader = aReader();
    const named = (id: number, name: string) => ({
      ...{ id, name, visits: 1 },
      reported: { ...reported, id, name },
    });
    reader.bots = () => Promise.resolve([named(1, 'FooBot'), named(2, 'BarBot')]);
    const text = `User-agent: FooBot\nDisallow:\nUser-agent: *\n${wildcards(10_001)}`;
    const { bots, limits } = await ask(reader, text);
    expect(limits).toEqual([{ limit: 'rules', text_from: '2026-11-01', count: 2 }]);
    expect(bots).toMatchObject([
      { name: 'BarBot', beyond_limit_visits: 1, not_judged_visits: 1, allows: 'part' },
      { name: 'FooBot', beyond_limit_visits: 0, allowed_visits: 1 },
    ]);
    expect(reader.limits).toEqual([]);
  });

  it('is shared by the texts of a period, those with the same rules as one', async () => {
    const reader = aReader(100_000);
    const [one, two] = [wildcards(40), wildcards(41)].map((rules) => `User-agent: *\n${rules}`);
    const bound = { ...BOUND, octets: 4_000_000 };
    const { limits } = await ask(reader, [one!, two!, `${two}\n# The same.`], bound);
    expect(limits.map(({ text_from }) => text_from)).toEqual([
      ...['2026-11-01', '2026-11-01', '2026-11-02', '2026-11-02'],
    ]);
    const [first, second] = reader.limits;
    expect(Math.abs(first! - second!)).toBeLessThan(100);
  });
});

it('joins texts that follow each other only when they say the same in the same lines', async () => {
  const asked = async (...texts: string[]) => {
    const reader = aReader();
    await ask(reader, texts);
    return reader.questions.length;
  };
  const text = 'User-agent: *\nDisallow: /a';
  expect(await asked(text, `${text} # A comment.`, `${text}\n`)).toBe(1);
  expect(await asked(text, `\n${text}`)).toBe(2);
  expect(await asked(text, `${text}b`)).toBe(2);
  expect(await asked(text, text.replace('Dis', ''), text)).toBe(2);
  expect(await asked(text, text.replace('*', 'foobot'), text)).toBe(3);
});

it('tells the rule and its line of each page that was forbidden', async () => {
  const reader = aReader(3);
  reader.visits = () =>
    Promise.resolve([
      {
        ...{ bot: 1_000_007, paged_visits: 10, not_judged_visits: 0, beyond_limit_visits: 0 },
        ...{ disallowed_visits: 7, disallowed_verified_visits: 0, disallowed_spoofed_visits: 0 },
        disallowed_unverifiable_visits: 7,
        samples: [
          { page: 3, path: '/2', visits: 5 },
          { page: 2, path: '/1', visits: 2 },
        ],
      },
    ]);
  const { bots } = await ask(reader, 'User-agent: *\nDisallow: /1\nDisallow: /*2');
  const of = { text_from: '2026-11-01' };
  expect(bots[0]?.samples).toEqual([
    { path: '/2', visits: 5, rule: 'Disallow: /*2', line: 3, ...of },
    { path: '/1', visits: 2, rule: 'Disallow: /1', line: 2, ...of },
  ]);
});
