import { BOT_COLUMNS, PAGE_COLUMNS } from '@app/storage';
import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { expectError, expectJson, expectProcessed, get, ingest } from '../support/http.js';
import { readBots, readPages, readSeries, type Reading } from '../support/reports.js';
import { reportShapes } from '../support/shapes.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const NOON = '2026-11-20T12:00:00Z';
const clock = FakeClock.at(NOON);
const AGENTS = [
  CHROME,
  GPTBOT,
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Wget/1.21',
  'curl/8.5.0',
  'Mozilla/5.0 (compatible; unheard-bot/2.0; +https://example.com/bot.html)',
];
/** As many bytes as a path may have, of the kind that needs most room in a cursor. */
const LONGEST = `/blog/${'"'.repeat(2_042)}`;
const PATHS = [
  '/',
  '/a',
  '/A',
  '/ä',
  '/blog/=1+1',
  '/blog/a,"b"',
  '/blog/z',
  LONGEST,
  ...numbered(30),
];

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `/p/${i}`);
}

let system: System;
let tenant: Tenant;
let reading: Reading;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  tenant = await system.createTenant();
  reading = readingOf(tenant);
  await send(tenant, someEntries(1_500));
});
beforeEach(() => clock.set(NOON));
afterAll(() => system.stop());

const readingOf = ({ apiKey, website }: Tenant): Reading => ({
  base: system.base,
  apiKey,
  id: website.public_id,
});

/** Many rows have equal values, in each column. */
function someEntries(count: number) {
  let state = 7;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  return Array.from({ length: count }, () => ({
    path: PATHS[Math.min(random(PATHS.length), random(PATHS.length))],
    user_agent: AGENTS[Math.min(random(AGENTS.length), random(AGENTS.length))],
    timestamp: Date.parse(NOON) - random(6 * 24) * 3_600_000,
    status_code: [200, 200, 200, 404, 500][random(5)],
    // GPTBot does not come from here; of others, nobody knows.
    ip: random(2) ? '198.51.100.7' : '10.1.2.3',
  }));
}

async function send(to: Tenant, entries: Parameters<typeof aLogEntryInput>[0][], all = 0) {
  const sent = entries.map((entry) => aLogEntryInput(entry));
  for (let from = 0; from < sent.length; from += 1_000) {
    const batch = sent.slice(from, from + 1_000);
    expectProcessed(await ingest(system.base, to.botKey, batch), batch.length);
  }
  await system.untilVisits(to.website, all || sent.length);
}

type List = 'bots' | 'pages';
type Row = Record<string, string | number | null>;

/** Reads one part of a list that is ordered. */
async function part(list: List, query: string, of = reading) {
  const answer = await get(of.base, `/websites/${of.id}/${list}?${query}`, of.apiKey);
  expectJson(answer, 200);
  reportShapes[`${list}Part`].parse(answer.body);
  return { rows: answer.body.data[list] as Row[], next: answer.body.data.next_cursor as string };
}

/** Reads a list to its end, as a client that follows the cursors. */
async function follow(list: List, query: string, limit: number, of = reading): Promise<Row[]> {
  const { rows, next } = await part(list, `${query}&limit=${limit}`, of);
  const all = [...rows];
  for (let cursor = next; cursor !== null;) {
    expect(all.length % limit).toBe(0);
    const following = await part(list, `${query}&limit=${limit}&cursor=${cursor}`, of);
    expect(following.rows.length).toBeGreaterThan(0);
    all.push(...following.rows);
    cursor = following.next;
  }
  return all;
}

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Orders the rows of a list, which keeps rows with equal values in their order. */
function ordered(rows: Row[], column: string, reversed: boolean): Row[] {
  const isTime = column.endsWith('_seen');
  const ascending = (a: Row, b: Row) => {
    const [x, y] = [a[column] as string | number, b[column] as string | number];
    return typeof x === 'number' ? x - Number(y) : bytes(x, String(y));
  };
  const natural = (row: Row) => (typeof row[column] === 'number' || isTime ? -1 : 1);
  return [...rows].sort((a, b) => ascending(a, b) * natural(a) * (reversed ? -1 : 1));
}

describe.each([
  ['bots', Object.keys(BOT_COLUMNS), 2],
  ['pages', [...PAGE_COLUMNS], 7],
] as const)('The order of %s', (list, columns, limit) => {
  const usual = async (filter: string) =>
    (await (list === 'bots' ? readBots : readPages)(
      reading,
      `limit=1000&${filter}`,
    )) as unknown as Row[];

  it('is that of any column, in both directions, and the list can be read in parts', async () => {
    const rows = await usual('');
    expect(rows.length).toBeGreaterThan(2 * limit);
    for (const column of columns) {
      for (const sort of [column, `-${column}`]) {
        const expected = ordered(rows, column, sort !== column);
        const whole = await part(list, `limit=1000&sort=${sort}`);
        expect([sort, whole]).toEqual([sort, { rows: expected, next: null }]);
        expect([sort, await follow(list, `sort=${sort}`, limit)]).toEqual([sort, expected]);
      }
    }
  });

  it.each(['category=ai_training', 'verification=unverifiable', 'path=/blog/', 'bot=wget'])(
    'is kept with %s',
    async (filter) => {
      const rows = await usual(filter);
      expect(rows.length).toBeGreaterThan(0);
      const known = columns.filter((column) => rows.every((row) => row[column] !== null));
      for (const column of known) {
        for (const sort of [column, `-${column}`]) {
          const expected = ordered(rows, column, sort !== column);
          const followed = await follow(list, `${filter}&sort=${sort}`, limit);
          expect([sort, followed]).toEqual([sort, expected]);
        }
      }
    },
  );

  it('goes on where it was although rows have come and moved in the meantime', async () => {
    const other = await system.createTenant();
    const of = readingOf(other);
    const column = list === 'bots' ? 'visits' : 'bot_visits';
    const agents = AGENTS.slice(1);
    const entries = agents.flatMap((user_agent, i) =>
      agents.slice(i).map(() => ({ path: `/${i}`, user_agent })),
    );
    await send(other, entries);
    const first = await part(list, `sort=${column}&limit=3`, of);
    // The last row of all becomes the first one, and a new one comes before the others.
    const late = Array.from({ length: 9 }, () => ({ path: '/5', user_agent: agents[5] }));
    const fresh = Array.from({ length: 8 }, () => ({
      path: '/new',
      user_agent: 'python-requests/2.32.3',
    }));
    await send(other, [...late, ...fresh], entries.length + 17);
    const second = await part(list, `sort=${column}&limit=3&cursor=${first.next}`, of);
    const keys = [...first.rows, ...second.rows].map(({ name, path }) => name ?? path);
    expect(new Set(keys).size).toBe(keys.length);
    expect(second.rows.map((row) => row[column])).toEqual([3, 2]);
    expect(second.next).toBeNull();
  });

  it('is not told by its cursor alone', async () => {
    const column = list === 'bots' ? 'visits' : 'bot_visits';
    const { next } = await part(list, `sort=${column}&limit=2`);
    const refused = await get(
      reading.base,
      `/websites/${reading.id}/${list}?limit=2&cursor=${next}`,
      reading.apiKey,
    );
    expectError(refused, 'VALIDATION_ERROR', /^cursor belongs to a list with other parameters/);
  });

  it('keeps its days when midnight passes between two parts', async () => {
    clock.set('2026-11-20T23:59:00Z');
    const query = 'period=today&sort=last_seen&limit=1'.replace(
      'last_seen',
      list === 'bots' ? 'last_seen' : 'path',
    );
    const first = await part(list, query);
    const expected = await part(list, `${query}&cursor=${first.next}`);
    expect(expected.rows).toHaveLength(1);
    clock.set('2026-11-21T00:01:00Z');
    expect(await part(list, `${query}&cursor=${first.next}`)).toEqual(expected);
    expect((await part(list, query)).rows).toEqual([]);
  });

  it('is followed by the links of its CSV, with all parameters of the request', async () => {
    const column = list === 'bots' ? 'name' : 'path';
    const query = `sort=-${column}&path=/p/&period=last_30_days`;
    const headers = { 'x-api-key': reading.apiKey };
    const lines: string[] = [];
    let url: string | undefined =
      `${reading.base}/api/v1/websites/${reading.id}/${list}?${query}&limit=2&format=csv&_=1`;
    while (url !== undefined) {
      const response: Response = await fetch(url, { headers });
      expect(response.status).toBe(200);
      lines.push(...(await response.text()).split('\r\n').slice(1, -1));
      const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      expect(link ?? '').not.toMatch(/[?&]_=/);
      url = link && new URL(link, url).href;
    }
    const { rows } = await part(list, `${query}&limit=1000`);
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map((row) => row[column]));
  });

  it('has no cursor when none was asked for', async () => {
    const answer = await get(reading.base, `/websites/${reading.id}/${list}`, reading.apiKey);
    const others = list === 'pages' ? ['people_known_until'] : [];
    expect(Object.keys(answer.body.data)).toEqual([list, ...others]);
  });
});

describe('A cursor', () => {
  const ask = (query: string, of = reading) =>
    get(of.base, `/websites/${of.id}/${query}`, of.apiKey);
  const MADE_UP = [
    'x',
    '%00',
    '',
    'ws_1',
    'a'.repeat(6_001),
    ...[
      null,
      [1],
      [2, '', 0, [1], ['/']],
      [1, '', -1, [1], ['/']],
      [1, '', 0, [1.5], ['/']],
      [1, '', 0, ['1'], ['/']],
      [1, '', 0, [1], ['\0']],
      [1, '', 0, [1e300], ['/']],
      [1, '', 0, [1], ['/'], 1],
    ].map((json) => Buffer.from(JSON.stringify(json)).toString('base64url')),
  ];

  it('that nobody was given is refused', async () => {
    for (const list of ['bots', 'pages']) {
      for (const cursor of MADE_UP)
        expectError(
          await ask(`${list}?cursor=${cursor}`),
          'VALIDATION_ERROR',
          'cursor must be the next_cursor of an earlier answer',
        );
    }
  });

  it('is of one list alone: its website, report, filters, days and order', async () => {
    const { next } = await part('pages', 'sort=path&limit=2&path=/p/');
    const other = await system.createTenant();
    const cursor = `cursor=${next}`;
    for (const [query, of] of [
      [`pages?sort=path&path=/p/&${cursor}`, readingOf(other)],
      [`bots?sort=name&path=/p/&${cursor}`, reading],
      [`pages?sort=-path&path=/p/&${cursor}`, reading],
      [`pages?sort=path&path=/p&${cursor}`, reading],
      [`pages?sort=path&path=/p/&bot=GPTBot&${cursor}`, reading],
      [`pages?sort=path&path=/p/&ai=none&${cursor}`, reading],
      [`pages?sort=path&path=/p/&period=today&${cursor}`, reading],
    ] as const)
      expectError(
        await ask(query, of),
        'VALIDATION_ERROR',
        'cursor belongs to a list with other parameters: send those of the request that gave it, or begin again without cursor',
      );
    // The default is the same list, whether it is written or not.
    const same = `sort=path&limit=9&period=last_7_days&path=/p/&${cursor}`;
    expect((await part('pages', same)).rows).toHaveLength(9);
  });

  it('does not tell apart answers that are the same', async () => {
    const query = `pages?sort=path&limit=2`;
    const first = (await ask(query)).headers.get('etag');
    clock.advance(59 * 60_000);
    expect((await ask(query)).headers.get('etag')).toBe(first);
  });
});

describe('Bots that are new', () => {
  const DECLARED = 'Mozilla/5.0 (compatible; unheard-bot/2.0; +https://example.com/bot.html)';
  const WGET = 'Wget/1.21';
  const CURL = 'curl/8.5.0';
  const BING = AGENTS[3];

  it('had no visit on this website before the period, whatever it was', async () => {
    const other = await system.createTenant();
    const visits = (user_agent: string | undefined, ...times: string[]) =>
      times.map((timestamp) => ({ user_agent, timestamp, path: '/x' }));
    const entries = [
      ...visits(GPTBOT, '2026-11-19T10:00:00Z'),
      ...visits(WGET, '2026-11-17T23:59:59.999Z', '2026-11-18T00:00:00Z'),
      ...visits(CURL, '2026-02-28T00:00:00Z', '2026-11-20T00:00:00Z'),
      ...visits(BING, '2026-11-18T00:00:00Z'),
      ...visits(DECLARED, '2026-11-18T01:00:00Z', '2026-11-19T01:00:00Z', '2026-11-20T01:00:00Z'),
      ...visits(CHROME, '2026-11-20T01:00:00Z'),
    ];
    await send(other, entries);
    const of = readingOf(other);
    const names = async (query: string) =>
      (await readBots(of, `start_date=2026-11-18&${query}`)).map(({ name }) => name);
    expect(await names('new=true')).toEqual(['unheard-bot', 'Bingbot', 'GPTBot']);
    expect(await names('new=true&limit=1')).toEqual(['unheard-bot']);
    expect(await names('new=true&category=ai_training')).toEqual(['GPTBot']);
    expect(await names('new=true&path=/x')).toHaveLength(3);
    expect(await names('new=true&path=/y')).toEqual([]);
    expect(
      (await follow('bots', 'start_date=2026-11-18&new=true&sort=name', 1, of)).map(
        ({ name }) => name,
      ),
    ).toEqual(['Bingbot', 'GPTBot', 'unheard-bot']);
    // Other websites do not matter, and one early visit does, also under a name that is its own.
    await send(other, visits(DECLARED, '2026-10-31T01:00:00Z'), entries.length + 1);
    expect(await names('new=true')).toEqual(['Bingbot', 'GPTBot']);
    expect(await readBots(of, 'start_date=2026-02-01&new=true')).toHaveLength(5);
  });
});

describe('Pages by whether AI bots read them', () => {
  it('are those with and those without visits of AI bots', async () => {
    const all = await readPages(reading, 'limit=1000');
    const none = all.filter((page) => page.ai_bot_visits === 0);
    expect(none.length).toBeGreaterThan(1);
    expect(await readPages(reading, 'limit=1000&ai=none')).toEqual(none);
    expect(await readPages(reading, 'limit=1000&ai=some')).toEqual(
      all.filter((page) => page.ai_bot_visits > 0),
    );
    const unread = await follow('pages', 'ai=none&sort=human_visits', 1);
    expect(unread).toEqual(ordered(none as unknown as Row[], 'human_visits', false));
    expect(await readPages(reading, 'limit=1000&ai=none&path=/p/')).toEqual(
      none.filter(({ path }) => path.startsWith('/p/')),
    );
  });
});

describe('One page', () => {
  // The first one is the start of others, and the second one has no visits.
  const PAGES = ['/p/1', '/p', '/', '/blog/a,"b"'];
  const of = (path: string) => `exact_path=${encodeURIComponent(path)}`;

  it('is one row of pages, and those bots who visited it', async () => {
    const all = await readPages(reading, 'limit=1000');
    for (const path of PAGES) {
      const [page] = all.filter((row) => row.path === path);
      expect(await readPages(reading, of(path))).toEqual(page ? [page] : []);
      expect(await readPages(reading, `${of(path)}&path=/p`)).toHaveLength(
        page && path.startsWith('/p') ? 1 : 0,
      );
      const bots = await readBots(reading, of(path));
      const sum = (name: 'visits' | 'spoofed_visits' | 'unverifiable_visits') =>
        bots.reduce((total, bot) => total + bot[name], 0);
      expect([sum('visits'), sum('spoofed_visits'), sum('unverifiable_visits')]).toEqual([
        ...[page?.bot_visits ?? 0, page?.spoofed_visits ?? 0, page?.unverifiable_visits ?? 0],
      ]);
      expect(bots.every(({ pages_visited }) => pages_visited === 1)).toBe(true);
      for (const { name, visits } of bots) {
        const row = { path, bot_visits: visits, human_visits: 0 };
        expect(await readPages(reading, `${of(path)}&bot=${name}`)).toMatchObject([row]);
      }
      const spoofed = await readBots(reading, `${of(path)}&verification=spoofed`);
      expect(spoofed.reduce((total, bot) => total + bot.visits, 0)).toBe(sum('spoofed_visits'));
      expect(await readPages(reading, `${of(path)}&verification=spoofed`)).toMatchObject(
        spoofed.length ? [{ path, bot_visits: sum('spoofed_visits') }] : [],
      );
    }
  });

  it('is a series of all of its visits, by day, week and month', async () => {
    for (const path of PAGES) {
      for (const filter of ['', 'category=ai_training', 'verification=spoofed']) {
        const rows = await readPages(reading, `${of(path)}&${filter}`);
        for (const interval of ['day', 'week', 'month']) {
          const series = await readSeries(reading, `${of(path)}&${filter}&interval=${interval}`);
          expect(series.length).toBe({ day: 7, week: 2, month: 1 }[interval]);
          const names = ['bot_visits', 'human_visits', 'ai_bot_visits', 'spoofed_visits'] as const;
          for (const name of names) {
            const total = series.reduce((sum, point) => sum + point[name], 0);
            expect([path, filter, name, total]).toEqual([path, filter, name, rows[0]?.[name] ?? 0]);
          }
          for (const point of series)
            expect(point.total_visits).toBe(point.bot_visits + point.human_visits);
        }
      }
    }
    const entries = ['2026-11-18', '2026-11-20'].map((day) => ({
      path: '/one',
      timestamp: `${day}T08:00:00Z`,
    }));
    const other = await system.createTenant();
    await send(other, [...entries, { path: '/one/two' }]);
    const days = await readSeries(readingOf(other), 'exact_path=/one');
    expect(days.filter(({ total_visits }) => total_visits > 0)).toMatchObject([
      { date: '2026-11-18', human_visits: 1 },
      { date: '2026-11-20', human_visits: 1 },
    ]);
  });
});

describe('Parameters of a list', () => {
  const columns = /^sort must be one of name, -name, provider, /;
  it.each([
    ['bots', 'sort=path', columns],
    ['bots', 'sort=', columns],
    ['bots', 'sort=--visits', columns],
    ['pages', 'sort=visits', /^sort must be one of path, -path, bot_visits, /],
    ['pages', 'sort=path&sort=path', 'sort must be given once, without brackets'],
    ['bots', 'new=false', 'new must be one of true'],
    ['pages', 'new=true', /^this route takes no new; it takes period, /],
    ['pages', 'exact_path=x', 'exact_path must start with /'],
    [
      'timeseries',
      'exact_path=/&interval=hour',
      'exact_path takes interval day, week or month, because pages are counted by day',
    ],
    [
      'timeseries',
      'exact_path=/&group_by=bot',
      'exact_path takes no group_by; read the report bots with this exact_path',
    ],
    [
      'bots',
      'exact_path=/&sort=last_seen',
      'sort must be another column, because last_seen is not counted with exact_path',
    ],
    ['spoofed', 'exact_path=/', /^this route takes no exact_path; it takes period, /],
    ['bots', 'ai=none', /^this route takes no ai; it takes period, /],
    ['pages', 'ai=all', 'ai must be one of none, some'],
    [
      'pages',
      'ai=none&bot=GPTBot&verification=spoofed',
      'ai cannot be combined with bot and verification, because it is about the visits of all AI bots',
    ],
    [
      'bots',
      'path=/x&sort=-first_seen',
      'sort must be another column, because first_seen is not counted with path',
    ],
    [
      'bots',
      'verification=spoofed&sort=error_visits',
      'sort must be another column, because error_visits is not counted with verification',
    ],
  ])('%s?%s is refused', async (list, query, message) => {
    const answer = await get(
      reading.base,
      `/websites/${reading.id}/${list}?${query}`,
      reading.apiKey,
    );
    expectError(answer, 'VALIDATION_ERROR', message);
  });
});
