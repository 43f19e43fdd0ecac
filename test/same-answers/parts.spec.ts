import type { TextAnswer } from '../support/http.js';
import { DAY_MS, FIRST_DAY } from './account/contents.js';
import { textOf, valueOf } from './comparison/answer.js';
import { paragraphsOf } from './comparison/commands.js';
import { readCsv } from './comparison/csv.js';
import { differencesOf } from './comparison/differences.js';
import { type ExpectedDifference, Expectations } from './comparison/expected-differences.js';
import { maskFields, replaceIds } from './comparison/masked-fields.js';
import { sortTies } from './comparison/order.js';
import { Summary } from './comparison/summary.js';
import { parseOptions } from './options.js';
import { commonRoutes, type OpenApi, type Route, routesOf } from './requests/openapi.js';
import { type RequestOptions, requestsTo, withoutValues } from './requests/requests.js';
import { createDeliveries, type Delivery } from './visits/deliveries.js';

const INSTANT = Date.UTC(2026, 10, 20, 12);

describe('what is sent', () => {
  const sent = (seed: number, visits = 4_000) => [
    ...createDeliveries({ seed, visits, instant: INSTANT }),
  ];
  const timesOf = ({ path, body }: Delivery) =>
    path === 'custom'
      ? (JSON.parse(body) as { timestamp: string | number }[]).map(
          (one) => +new Date(one.timestamp),
        )
      : [];

  it('is decided by the seed', () => {
    expect(sent(1)).toEqual(sent(1));
    expect(sent(2)).not.toEqual(sent(1));
  });

  it('is from fourteen months, in order but for late visits, and at the end from now', () => {
    const deliveries = sent(1).filter(({ body }) => !body.includes('"yesterday"'));
    const times = deliveries.flatMap(timesOf);
    expect(Math.min(...times)).toBeLessThan(INSTANT - (FIRST_DAY - 10) * DAY_MS);
    const past = times.filter((time) => time < INSTANT);
    const late = past.filter((time, at) => at > 0 && time < (past[at - 1] ?? 0)).length;
    expect(late / past.length).toBeGreaterThan(0.05);
    expect(late / past.length).toBeLessThan(0.3);
    const live = deliveries.filter(({ notBefore }) => notBefore > INSTANT);
    expect(live.length).toBeGreaterThan(0);
    for (const one of live) expect(Math.max(...timesOf(one))).toBeLessThan(one.notBefore);
  });

  it('has repeats, a batch that is refused, feeds and entries that cannot be stored', () => {
    const deliveries = sent(1, 45_000);
    const names = deliveries.flatMap(({ name = [] }) => name);
    expect(names.length - new Set(names).size).toBeGreaterThan(1);
    expect(new Set(deliveries.map(({ path }) => path))).toEqual(
      new Set(['custom', 'cloudflare', 'json', 'lines', 'otlp/v1/logs']),
    );
    expect(deliveries.some(({ name }) => name === undefined)).toBe(true);
    expect(deliveries.filter(({ body }) => body.includes('/poison/')).length).toBeGreaterThan(1);
    const others = createDeliveries({ seed: 1, visits: 45_000, instant: INSTANT, poison: false });
    for (const { body } of others) expect(body).not.toContain('/poison/');
  });
});

const DOCUMENT: OpenApi = {
  paths: {
    '/api/v1/websites/{id}/bots': {
      get: {
        operationId: 'listBots',
        security: [{ apiKey: [] }, { session: [] }],
        parameters: [
          { name: 'id', in: 'path', schema: { type: 'string' }, example: 'ws_0Hx3' },
          { name: 'period', in: 'query', schema: { enum: ['today', 'last_month'] } },
          { name: 'start_date', in: 'query', schema: { type: 'string' } },
          { name: 'end_date', in: 'query', schema: { type: 'string' } },
          { name: 'bot', in: 'query', schema: { type: 'string' } },
          { name: 'sort', in: 'query', schema: { enum: ['name', '-name'] } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
        ],
      },
    },
    '/healthz': { get: { operationId: 'isAlive', security: [] } },
    '/api/v1/keys': { post: { operationId: 'createKey', security: [{ apiKey: [] }] } },
  },
};
const [BOTS] = routesOf(DOCUMENT) as [Route];
const withParameter = (route: Route, name: string, values?: string[]): Route => ({
  ...route,
  parameters: [...route.parameters, { name, required: false, ...(values ? { values } : {}) }],
});

describe('the requests', () => {
  const options: RequestOptions = {
    ...{ instant: INSTANT, seed: 1, combined: true },
    resources: { ws: ['website 1', 'website 2'] },
  };
  const queries = (route: Route, given = options) =>
    requestsTo(route, given).map(({ query }) => query);

  it('are about what a key may read', () => {
    expect(routesOf(DOCUMENT).map(({ id, idPrefix }) => [id, idPrefix])).toEqual([
      ['listBots', 'ws'],
    ]);
  });

  it('have every value of every parameter, and every two parameters together', () => {
    const all = queries(BOTS);
    for (const [name, value] of [
      ...['today', 'last_month'].map((period) => ['period', period]),
      ...['name', '-name'].map((column) => ['sort', column]),
      ...['1', '7', '50', '51'].map((limit) => ['limit', limit]),
      ['bot', 'No such bot'],
    ] as const)
      expect(all.filter((query) => query[name] === value).length).toBeGreaterThan(0);
    for (const names of [
      ['bot', 'sort'],
      ['bot', 'limit'],
      ['sort', 'limit'],
    ])
      expect(
        all.filter(
          (query) =>
            Object.keys(query).length === 4 &&
            query['end_date'] === '2026-11-20' &&
            names.every((name) => name in query),
        ).length,
      ).toBeGreaterThanOrEqual(4);
    expect(all.some((query) => 'cursor' in query)).toBe(false);
  });

  it('have a parameter that a route gets, without a change here', () => {
    const route = withParameter(BOTS, 'country', ['de', 'fr']);
    const all = queries(route);
    expect(all.length).toBeGreaterThan(queries(BOTS).length);
    expect(all.some(({ country, sort }) => country === 'fr' && sort === '-name')).toBe(true);
    expect(withoutValues(route, INSTANT)).toEqual([]);
  });

  it('are named where no values of a text parameter are', () => {
    const route = withParameter(BOTS, 'colour');
    expect(withoutValues(route, INSTANT)).toEqual(['listBots?colour']);
  });

  it('are each sent once, about every website and as a reader of the shared link', () => {
    const requests = requestsTo(BOTS, options);
    const texts = requests.map((request) => JSON.stringify(request));
    expect(new Set(texts).size).toBe(texts.length);
    expect(requests.some(({ resource }) => resource === 'website 2')).toBe(true);
    expect(requests.some(({ caller }) => caller === 'reader')).toBe(true);
    expect(queries(BOTS, { ...options, combined: false }).length).toBeLessThan(requests.length);
  });

  it('leave out what only one build has, and name it', () => {
    const after = withParameter(BOTS, 'country');
    const sorted = {
      ...BOTS,
      parameters: BOTS.parameters.map((one) =>
        one.name === 'sort' ? { ...one, values: ['name', '-name', 'visits'] } : one,
      ),
    };
    expect(commonRoutes([BOTS], [after])).toEqual({
      ...{ common: [BOTS], onlyBefore: [], onlyAfter: ['listBots?country'] },
    });
    expect(commonRoutes([sorted], [BOTS])).toEqual({
      ...{ common: [BOTS], onlyBefore: ['listBots?sort=visits'], onlyAfter: [] },
    });
    const renamed = { ...BOTS, path: '/api/v1/bots' };
    expect(commonRoutes([BOTS], [renamed])).toEqual({
      ...{ common: [], onlyBefore: [BOTS.path], onlyAfter: [renamed.path] },
    });
  });
});

describe('the comparison', () => {
  it('names the places that differ, with both values', () => {
    expect(differencesOf({ bots: [{ visits: 1 }] }, { bots: [{ visits: 2 }] })).toEqual([
      { path: 'bots[0].visits', before: 1, after: 2 },
    ]);
    expect(differencesOf({ a: 1 }, { b: 2 })).toEqual([
      { path: 'a', before: 1, after: undefined },
      { path: 'b', before: undefined, after: 2 },
    ]);
    expect(differencesOf({ a: null }, { a: 0 })).toHaveLength(1);
    expect(differencesOf({ a: [1, { b: '' }] }, { a: [1, { b: '' }] })).toEqual([]);
  });

  it('names an entry that was added or removed, and not those after it', () => {
    expect(differencesOf([1, 2, 3], [1, 3])).toEqual([
      { path: '[1]', before: 2, after: undefined },
    ]);
    expect(differencesOf([1, 1], [1, 1, 1])).toEqual([
      { path: '[2]', before: undefined, after: 1 },
    ]);
    expect(differencesOf([], [1])).toHaveLength(1);
    expect(differencesOf([1, 2], [3, 1, 4, 2, 5]).map(({ after }) => after)).toEqual([3, 4, 5]);
    expect(differencesOf([1, 2], [2, 1])).toHaveLength(2);
    expect(differencesOf(['a', 'a'], ['a'])).toHaveLength(1);
    expect(differencesOf([1, 2, 3], [1, 4, 5, 3])).toHaveLength(2);
  });

  it('compares ids by their names, and hides others', () => {
    const names = new Map([['ws_0Hx3Ws2rVbYk8mTq4ZpLd', 'website 1']]);
    const text = 'ws_0Hx3Ws2rVbYk8mTq4ZpLd ws_000000000000000000000 /ws_1 api_requests';
    expect(replaceIds(text, names)).toBe('website 1 ws_… /ws_1 api_requests');
    expect(replaceIds('relation "_hyper_1_49_chunk"', names)).toBe('relation "_hyper_…_chunk"');
  });

  it('masks the value of a field, but not whether it has one', () => {
    const masked = maskFields({ keys: [{ created_at: 'x', last_used_at: null }] }, 'any');
    expect(masked).toEqual({ keys: [{ created_at: 'masked', last_used_at: null }] });
    expect(maskFields({ behind_seconds: 3 }, 'listBots')).toEqual({ behind_seconds: 3 });
    expect(maskFields({ now: 'x' }, 'getLive')).toEqual({ now: 'masked' });
  });

  it('sorts visits of the same millisecond, and only these', () => {
    const visit = (timestamp: string, path: string) => ({ timestamp, path });
    const [a, b, c] = [visit('1', 'a'), visit('1', 'b'), visit('2', 'a')];
    expect(sortTies([b, a, c], 'timestamp', false)).toEqual([a, b, c]);
    expect(sortTies([c, a, b], 'timestamp', false)).toEqual([c, a, b]);
    expect(sortTies([b, a, c, visit('2', 'z')], 'timestamp', true)).toEqual([
      ...[a, b, { timestamp: '2' }, { timestamp: '2' }],
    ]);
  });

  const answer = (text: string, type = 'application/json', status = 200): TextAnswer => ({
    ...{ status, text, headers: new Headers({ 'content-type': type }) },
  });

  it('joins the pages of a list', () => {
    const pages = ['[1,2],"next_cursor":"abc"', '[3],"next_cursor":null'].map((rest) =>
      answer(`{"data":{"bots":${rest}}}`),
    );
    expect(valueOf({ pages, isCut: false }, 'listBots', new Map())).toMatchObject({
      pages: 2,
      body: { data: { bots: [1, 2, 3], next_cursor: null } },
    });
  });

  it('finds another order of bots, and none of events', () => {
    const valueIn = (route: string, rows: string) =>
      valueOf({ pages: [answer(`{"data":{"rows":${rows}}}`)], isCut: false }, route, new Map());
    expect(valueIn('listBots', '[1,2]')).not.toEqual(valueIn('listBots', '[2,1]'));
    expect(valueIn('listEvents', '[1,2]')).toEqual(valueIn('listEvents', '[2,1]'));
    expect(valueIn('listEvents', '[1,2]')).not.toEqual(valueIn('listEvents', '[1,1]'));
    const [a, b] = ['{"timestamp":"1","path":"a"}', '{"timestamp":"1","path":"b"}'];
    for (const route of ['listVisits', 'exportVisits'])
      expect(valueIn(route, `[${a},${b}]`)).toEqual(valueIn(route, `[${b},${a}]`));
  });

  it('finds other samples of pages, but for those with as many visits as the last one', () => {
    const valueIn = (...samples: (readonly [path: string, visits: number])[]) => {
      const rows = samples.map(([path, visits]) => ({ path, visits }));
      const text = JSON.stringify({ data: { bots: [{ samples: rows }] } });
      return valueOf({ pages: [answer(text)], isCut: false }, 'getRobots', new Map());
    };
    const [a, b] = [['a', 2] as const, ['b', 2] as const];
    const [c, d, e] = [['c', 1] as const, ['d', 1] as const, ['e', 1] as const];
    expect(valueIn(a, b, c, d, e)).toEqual(valueIn(b, a, ['x', 1], c, d));
    expect(valueIn(a, b, c, d, e)).not.toEqual(valueIn(a, ['x', 2], c, d, e));
    expect(valueIn(a, b, c, d)).not.toEqual(valueIn(a, b, c, ['x', 1]));
  });

  it('finds another status, another type and another list', () => {
    const text = (one: TextAnswer, isCut = false) => textOf({ pages: [one], isCut }, new Map());
    const usual = text(answer('{}'));
    for (const other of [answer('{}', 'text/csv'), answer('{}', undefined, 400), answer('{ }')])
      expect(text(other)).not.toBe(usual);
    expect(text(answer('{}'), true)).not.toBe(usual);
    const csv = (rows: string) =>
      valueOf({ pages: [answer(rows, 'text/csv')], isCut: false }, 'listBots', new Map());
    expect(differencesOf(csv('a,b\n1,2\n'), csv('a,b\n1,3\n'))).toMatchObject([
      { path: 'body[0].b', before: '2', after: '3' },
    ]);
  });

  it('reads CSV with quotes, line breaks and empty values', () => {
    expect(readCsv('a,b\r\n"x ""y"",\r\nz",\r\n,1\r\n')).toEqual([
      { a: 'x "y",\r\nz', b: '' },
      { a: '', b: '1' },
    ]);
    expect(readCsv('a,b')).toEqual([]);
  });
});

describe('what is printed', () => {
  const ADDED: ExpectedDifference = {
    ...{ routes: /^listBots$/, paths: /^bots\[\]\.country$/, kind: 'added' },
    ...{ source: '0123abcd', reason: 'Bots have a country.' },
  };
  const added = { path: 'bots[3].country', before: undefined, after: 'de' };
  const changed = { path: 'bots[0].visits', before: 1, after: 2 };
  const compared = (...differences: { path: string; before: unknown; after: unknown }[]) => {
    const summary = new Summary(new Expectations([ADDED]));
    summary.add({ route: 'listBots', request: 'listBots?', differences });
    return { failures: summary.failures, lines: summary.lines() };
  };

  it('an expected difference is named with its reason, and is none', () => {
    expect(compared(added)).toEqual({
      failures: 0,
      lines: [
        expect.stringMatching(/^expected, in 1 places: .*Bots have a country\. \(0123abcd\)$/),
      ],
    });
  });

  it('no other difference hides behind an expected one', () => {
    expect(compared(added, changed).failures).toBe(1);
    expect(compared(added, { ...added, before: 'fr' }).failures).toBe(1);
    expect(compared(added, { ...added, path: 'pages[3].country' }).failures).toBe(1);
  });

  it('an expected difference that does not occur any more is named', () => {
    expect(compared()).toEqual({
      ...{ failures: 1, lines: [expect.stringMatching(/^NO LONGER DIFFERENT .*country/)] },
    });
    const unasked = new Summary(new Expectations([ADDED]));
    unasked.add({ route: 'listPages', request: 'listPages?', differences: [] });
    expect([unasked.failures, unasked.lines()]).toEqual([0, []]);
  });

  it('a difference is named with its request, its place and both values', () => {
    const summary = new Summary(new Expectations([]));
    for (let at = 0; at < 9; at++)
      summary.add({
        ...{ route: 'listBots', request: `listBots?${at}`, hash: `${at % 2}`, tookMs: 500 },
        differences: [changed],
      });
    const lines = summary.lines();
    expect(lines[0]).toBe('DIFFERENT  listBots?0');
    expect(lines.slice(1, 4).join('\n')).toMatch(/bots\[0\]\.visits\n +before: 1\n +after: {2}2/);
    expect(lines.at(-1)).toBe('DIFFERENT  listBots: 4 more requests');
    expect(summary.rows).toEqual([['listBots', 9, 9, 5, 2, 0, 9]]);
  });
});

it('compares a text by its paragraphs, so that a new one changes no other', () => {
  const text = 'Visits\n  people 3\n\nTop bots\n  GPTBot 2\n  ClaudeBot 1\n';
  expect(paragraphsOf(text)).toEqual({
    Visits: ['  people 3'],
    'Top bots': ['  GPTBot 2', '  ClaudeBot 1', ''],
  });
  const longer = text.replace('Top bots', 'Top hosts\n  a.example 3\n\nTop bots');
  const different = differencesOf(paragraphsOf(text), paragraphsOf(longer));
  expect(different.map(({ path }) => path)).toEqual(['Top hosts']);
});

it('explains wrong arguments', () => {
  expect(() => parseOptions(['dist'])).toThrow('Name two builds');
  expect(() => parseOptions(['a', 'b', '--flavour', 'x'])).toThrow('--flavour is one of plain');
  expect(() => parseOptions(['a', 'b', '--instant', 'soon'])).toThrow('--instant is a moment');
  expect(() => parseOptions(['a', 'b', '--since', 'x'])).toThrow('--since is one of');
  expect(parseOptions(['a', 'b', '--instant', '2026-11-20T12:00:00Z'])).toMatchObject({
    ...{ before: 'a', after: 'b', visits: 200_000, instant: INSTANT, flavours: undefined },
  });
});
