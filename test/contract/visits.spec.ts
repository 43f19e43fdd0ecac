import { once } from 'node:events';
import { get as ask, type IncomingMessage } from 'node:http';
import type { LogEntryInput, VisitEntry } from '@app/contracts';
import { aLogEntryInput, CHROME, eventually, FakeClock, GPTBOT } from '@app/testing';
import { exchange, expectError, expectProcessed, get, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { readBots, readPages, readSummary, type Reading } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
const NOVEMBER = 'start_date=2026-11-01&end_date=2026-11-20';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const DECLARED = 'Mozilla/5.0 (compatible; Zorglub-Monitor/1.0; +https://www.zorglub.dev/bot)';
const RARE = 'Quibble/0.1';

const at = (time: string) => `2026-11-${time}Z`;
const ENTRIES: Partial<LogEntryInput>[] = [
  { path: '/', user_agent: GPTBOT, timestamp: at('03T10:00:00.250'), country: 'de' },
  { path: '/blog/a', user_agent: GPTBOT, timestamp: at('03T10:00:01'), status_code: 404 },
  { path: '/blog/b', user_agent: GOOGLEBOT, timestamp: at('03T10:00:01'), status_code: 301 },
  {
    path: '/=1+1',
    user_agent: CHROME,
    timestamp: at('04T10:00:00'),
    referer: 'https://chatgpt.com/',
  },
  { path: '/blog/a', user_agent: CHROME, timestamp: at('04T10:00:00'), status_code: 500 },
  ...[1, 2, 3].map((second) => ({ user_agent: DECLARED, timestamp: at(`05T10:00:0${second}`) })),
  ...[1, 2].map((second) => ({ user_agent: RARE, timestamp: at(`05T11:00:0${second}`) })),
  ...[1, 2, 3].map(() => ({ path: '/same', user_agent: CHROME, timestamp: at('06T10:00:00') })),
  { path: '/', user_agent: '', timestamp: at('20T15:29:59') },
];

let system: System;
let tenant: Tenant;
let reading: Reading;
beforeAll(async () => {
  system = await startSystem({ clock });
  tenant = await system.createTenant();
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  await visited(tenant, ENTRIES);
});
afterAll(() => system.stop());

async function visited(by: Tenant, entries: Partial<LogEntryInput>[]): Promise<void> {
  for (let from = 0; from < entries.length; from += 1_000) {
    const some = entries.slice(from, from + 1_000).map((entry) => aLogEntryInput(entry));
    expectProcessed(await ingest(system.base, by.botKey, some), some.length);
  }
}

const path = (query: string) => `/websites/${reading.id}/visits?${query}`;
const url = (query: string) => `${reading.base}/api/v1${path(query)}`;
const headers = () => ({ 'x-api-key': reading.apiKey });

interface Part {
  visits: VisitEntry[];
  next_cursor: string | null;
}

async function readPart(query: string): Promise<Part> {
  const { status, body } = await get(reading.base, path(query), reading.apiKey);
  expect([status, body]).toEqual([200, expect.objectContaining({ success: true })]);
  return body.data as Part;
}

const readVisits = async (query: string) => (await readPart(query)).visits;

describe('GET /websites/:id/visits', () => {
  beforeAll(() => system.untilVisits(tenant.website, ENTRIES.length));

  it('shows a visit as it is stored, with what the reports say of it', async () => {
    const [gptbot, ...others] = await readVisits(NOVEMBER);
    expect(gptbot).toEqual({
      timestamp: '2026-11-03T10:00:00.250Z',
      method: 'GET',
      host: 'example.com',
      path: '/',
      status_code: 200,
      ip: '192.0.2.0',
      user_agent: GPTBOT,
      referer: null,
      country: 'DE',
      bot: 'GPTBot',
      provider: 'OpenAI',
      category: 'ai_training',
      verification: expect.stringMatching(/^(spoofed|unverifiable)$/) as string,
      browser: null,
      os: null,
      device: null,
      referral_source: null,
    });
    expect(others.find((visit) => visit.path === '/=1+1')).toMatchObject({
      ...{ bot: null, provider: null, category: null, verification: null },
      ...{ browser: 'Chrome', os: 'Windows', device: 'desktop', referral_source: 'ChatGPT' },
    });
    const times = [gptbot, ...others].map((visit) => visit?.timestamp);
    expect(times).toEqual([...times].sort());
  });

  it('names a bot that names itself as the report of the same days does', async () => {
    const named = (visits: VisitEntry[], agent: string) =>
      new Set(visits.filter((visit) => visit.user_agent === agent).map(({ bot }) => bot));
    const visits = await readVisits(NOVEMBER);
    expect([...named(visits, DECLARED)]).toEqual(['Zorglub-Monitor']);
    expect([...named(visits, RARE)]).toEqual(['Unidentified bot']);
    // The days of these moments have three visits of the bot, although these moments have two.
    const two = await readVisits('from=2026-11-05T10:00:02Z&to=2026-11-05T10:00:04Z');
    expect(two.map(({ bot }) => bot)).toEqual(['Zorglub-Monitor', 'Zorglub-Monitor']);
  });

  it('has as many visits as the reports count with the same parameters', async () => {
    const { total_visits, status_codes } = await readSummary(reading, NOVEMBER);
    expect(await readVisits(NOVEMBER)).toHaveLength(total_visits);
    for (const { status_code, visits } of status_codes)
      expect(await readVisits(`${NOVEMBER}&status=${status_code}`)).toHaveLength(visits);
    for (const { name, visits, spoofed_visits } of await readBots(reading, NOVEMBER)) {
      const bot = `${NOVEMBER}&bot=${encodeURIComponent(name)}`;
      expect([name, (await readVisits(bot)).length]).toEqual([name, visits]);
      const spoofed = await readVisits(`${bot}&verification=spoofed`);
      expect([name, spoofed.length]).toEqual([name, spoofed_visits]);
    }
    for (const { path, bot_visits, human_visits } of await readPages(reading, NOVEMBER)) {
      const page = `${NOVEMBER}&exact_path=${encodeURIComponent(path)}`;
      expect(await readVisits(page)).toHaveLength(bot_visits + human_visits);
    }
    const all = await readVisits(NOVEMBER);
    for (const [query, matches] of [
      ['path=/blog/', (visit: VisitEntry) => visit.path.startsWith('/blog/')],
      ['status=4xx', (visit: VisitEntry) => visit.status_code === 404],
      ['visitors=ai_bots', (visit: VisitEntry) => visit.category?.startsWith('ai_') === true],
      ['provider=Google', (visit: VisitEntry) => visit.bot === 'Googlebot'],
      ['bot=gptbot&status=404', (visit: VisitEntry) => visit.path === '/blog/a' && !!visit.bot],
    ] as const) {
      const expected = all.filter(matches);
      expect(expected).not.toHaveLength(0);
      expect(await readVisits(`${NOVEMBER}&${query}`)).toEqual(expected);
    }
  });

  it('has the visits of an hour, a second or a day of a zone', async () => {
    const paths = async (query: string) => (await readVisits(query)).map(({ path }) => path);
    expect(await paths('from=2026-11-03T10:00:00Z&to=2026-11-03T10:00:01Z')).toEqual(['/']);
    expect(await paths('from=2026-11-03T10:00:00.251Z&to=2026-11-03T10:00:01Z')).toEqual([]);
    expect(await paths('from=2026-11-03T11:00:01%2B01:00&to=2026-11-04')).toHaveLength(2);
    expect(await paths('from=2026-11-20')).toEqual(['/']);
    const kiritimati = 'timezone=Pacific/Kiritimati&start_date=2026-11-21&end_date=2026-11-21';
    expect(await paths(kiritimati)).toEqual(['/']);
    expect(await paths('period=today')).toEqual(['/']);
  });

  it('gives the same visits in every form', async () => {
    const visits = await readVisits(NOVEMBER);
    const ndjson = await exchange(url(`${NOVEMBER}&format=ndjson`), { headers: headers() });
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = ndjson.text.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(visits);
    const csv = await exchange(url(`${NOVEMBER}&format=csv`), { headers: headers() });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="visits.csv"');
    expect(csv.headers.get('link')).toBeNull();
    const texts = visits.map((visit) => Object.values(visit).map((value) => `${value ?? ''}`));
    expect(csv.text).toBe(
      [Object.keys(visits[0] ?? {}), ...texts]
        .map((cells) => `${cells.map(quoted).join()}\r\n`)
        .join(''),
    );
  });

  /** No cell of this suite has quotes in it. */
  const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell);

  it.each([1, 2, 3, 5, 14, 15])('gives each visit once in parts of %i', async (limit) => {
    const all = await readVisits(NOVEMBER);
    const seen: VisitEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: Part = await readPart(
        `${NOVEMBER}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
      );
      expect(next.visits.length).toBeLessThanOrEqual(limit);
      seen.push(...next.visits);
      cursor = next.next_cursor;
    }
    expect(seen).toEqual(all);
  });

  it('links the parts of CSV and NDJSON', async () => {
    for (const format of ['csv', 'ndjson']) {
      let lines = 0;
      let next: string | undefined = url(`${NOVEMBER}&limit=6&format=${format}`);
      for (let parts = 1; next; parts++) {
        const { text, headers: given } = await exchange(next, { headers: headers() });
        lines += text.split('\n').length - (format === 'csv' ? 2 : 1);
        const link = /^<([^>]+)>; rel="next"$/.exec(given.get('link') ?? '')?.[1];
        expect(link === undefined).toBe(parts === 3);
        next = link && new URL(link, next).href;
      }
      expect(lines).toBe(ENTRIES.length);
    }
  });

  it.each<[string, RegExp]>([
    ['limit=100001', /^limit must be an integer from 1 to 100000$/],
    ['format=xml', /^format must be one of json, ndjson, csv$/],
    ['status=40', /^$/],
    ['status=abc', /^status must be a status code, such as 404, or a class of them, such as 4xx$/],
    ['status=4XX', /^status must be/],
    ['from=yesterday', /^from must be a date and time that exist/],
    ['from=2026-02-30', /^from must be a date and time that exist/],
    ['from=1999-12-31', /^from must be a date and time that exist, from 2000-01-01 on/],
    ['to=2026-11-20', /^to needs a from$/],
    ['from=2026-11-20&to=2026-11-20', /^from must be before to$/],
    ['from=2026-11-21', /^from must not be after today$/],
    [
      'from=2026-11-20&start_date=2026-11-20',
      /^from and to are moments, and start_date is about days/,
    ],
    ['from=2026-11-20&timezone=Europe/Berlin', /^from and to are moments, and timezone is about/],
    ['cursor=abc', /^cursor must be the next_cursor of an earlier answer$/],
    ['sort=path', /^this route takes no sort; it takes period, /],
  ])('answers %s', async (query, message) => {
    const answer = await get(reading.base, path(query), reading.apiKey);
    if (query === 'status=40') return expect(answer.body.data.visits).toEqual([]);
    expectError(answer, 'VALIDATION_ERROR', message);
  });

  it('refuses a cursor of another list, and one that nobody gave', async () => {
    const { next_cursor: cursor } = await readPart(`${NOVEMBER}&limit=1`);
    const other = await get(reading.base, path(`period=today&cursor=${cursor}`), reading.apiKey);
    expectError(other, 'VALIDATION_ERROR', /^cursor belongs to a list with other parameters/);
    const given = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()) as unknown[];
    const [version, binding, hour, [time = 0] = []] = given as [number, string, number, number[]];
    for (const [numbers, texts] of [
      [[time, 1], ['9223372036854775808']],
      [[time, -1], ['1']],
      [[0, 1], ['1']],
      [[time], ['1']],
      [
        [time, 1],
        ['1', '2'],
      ],
      [[time, 1], ["1' OR 1"]],
      [[time, 1e15], ['1']],
    ]) {
      const made = Buffer.from(JSON.stringify([version, binding, hour, numbers, texts]));
      const query = `${NOVEMBER}&cursor=${made.toString('base64url')}`;
      const answer = await get(reading.base, path(query), reading.apiKey);
      expectError(answer, 'VALIDATION_ERROR', /^cursor must be the next_cursor/);
    }
  });

  it('answers HEAD without the visits', async () => {
    const { status, text } = await exchange(url(NOVEMBER), { method: 'HEAD', headers: headers() });
    expect([status, text]).toEqual([200, '']);
  });

  it('says from when on visits are kept, instead of showing none', async () => {
    await system.database.pool.query("UPDATE visits_kept SET since = '2026-11-05'");
    const answer = await get(reading.base, path(NOVEMBER), reading.apiKey);
    expectError(answer, 'VALIDATION_ERROR', /^visits are kept from 2026-11-05 \(UTC\) on only/);
    expect(await readVisits('start_date=2026-11-05')).toHaveLength(9);
    await system.database.pool.query("UPDATE visits_kept SET since = '-infinity'");
  });
});

describe('A long answer', () => {
  const MANY = 12_000;
  const READERS = 6;
  const LONG = `${NOVEMBER}&limit=100000&format=ndjson`;
  let many: Tenant;
  let proxy: TcpProxy;
  let base: string;
  beforeAll(async () => {
    many = await system.createTenant();
    // Long texts, so that the answer does not fit into the buffers of a connection.
    const agent = `${CHROME} ${'x'.repeat(800)}`;
    await visited(
      many,
      Array.from({ length: MANY }, (_, n) => ({ path: `/${n}`, user_agent: agent })),
    );
    await system.untilVisits(many.website, MANY);
    proxy = await startTcpProxy(system.database.url);
    base = await system.startApi({ DATABASE_URL: proxy.url });
  });

  /** Asks and reads nothing yet. */
  async function open(query: string, encoding = 'identity'): Promise<IncomingMessage> {
    const address = `${base}/api/v1/websites/${many.website.public_id}/visits?${query}`;
    const given = { 'x-api-key': many.apiKey, 'accept-encoding': encoding };
    const request = ask(address, { headers: given, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    return response;
  }

  const statements = async () =>
    (
      await system.database.pool.query<{ state: string }>(
        `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%chosen AS%' AND state <> 'idle'
         AND pid <> pg_backend_pid()`,
      )
    ).rows.length;

  it.each(['identity', 'gzip', 'br'])('comes whole as %s', async (encoding) => {
    const response = await open(LONG, encoding);
    expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(response.complete).toBe(true);
    expect(bytes).toBeGreaterThan(encoding === 'identity' ? MANY * 1_000 : 10_000);
  });

  it('holds no connection of the database while its reader waits', async () => {
    const response = await open(LONG);
    await eventually(async () => expect(await statements()).toBe(0));
    let lines = 0;
    for await (const chunk of response as AsyncIterable<Buffer>)
      for (const byte of chunk) if (byte === 10) lines++;
    expect([response.complete, lines]).toEqual([true, MANY]);
  });

  it('holds little for a reader that waits, and nothing for one that has left', async () => {
    const held = () => metricOf(base, 'botgauge_unread_answer_bytes');
    const responses = await Promise.all(Array.from({ length: READERS }, () => open(LONG)));
    await eventually(async () => expect(await held()).toBeGreaterThan(1_000_000));
    // Three texts of 1,000 visits for each of them, of the 15 MB that each has asked for.
    expect(await held()).toBeLessThan(READERS * 3 * 1_000 * 1_400);
    // More wait than the account has slots, and none of them has one.
    const report = `/websites/${many.website.public_id}/summary`;
    expect((await get(base, report, many.apiKey)).status).toBe(200);
    for (const response of responses) response.destroy();
    await eventually(async () => expect(await held()).toBe(0));
  });

  it('answers HEAD with the link to the next part, and holds nothing', async () => {
    const address = `${base}/api/v1/websites/${many.website.public_id}/visits?`;
    const query = `${NOVEMBER}&limit=2000&format=ndjson`;
    const given = { method: 'HEAD', headers: { 'x-api-key': many.apiKey } };
    const { status, text, headers } = await exchange(address + query, given);
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('link')).toMatch(/^<\?.*cursor=[\w-]+>; rel="next"$/);
    const held = () => metricOf(base, 'botgauge_unread_answer_bytes');
    await eventually(async () => expect(await held()).toBe(0));
  });

  it.each(['identity', 'gzip'])('is broken off as %s when the database fails', async (encoding) => {
    for (const format of ['json', 'ndjson', 'csv']) {
      const response = await open(`${NOVEMBER}&limit=100000&format=${format}`, encoding);
      await proxy.cut();
      const ended = new Promise((resolve) => response.once('close', resolve));
      response.resume();
      await ended;
      expect([response.statusCode, response.complete]).toEqual([200, false]);
      await proxy.mend();
      const mended = () => get(base, '/websites', many.apiKey);
      await eventually(async () => expect((await mended()).status).toBe(200));
    }
  });
});
