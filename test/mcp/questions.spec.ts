// Questions that assistants get, answered by calls of tools alone. Each answer is compared with the
// API and with the visits that were sent.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { RobotsTexts } from '@app/storage';
import { FakeClock } from '@app/testing';
import { expectProcessed, get, ingest } from '../support/http.js';
import { currentLists } from '../support/current-lists.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import { call, overHttp, overStreams } from './assistant.js';
import { LISTS_FROM, NOW, ROBOTS_TXT, VISITS } from './visits.js';

let system: System;
let tenant: Tenant;
let http: Client;
let streams: Client;
beforeAll(async () => {
  const env = { VERIFY_LISTS: currentLists(LISTS_FROM) };
  system = await startSystemOn('postgres', { clock: FakeClock.at(NOW), env });
  tenant = await system.createTenant();
  expectProcessed(await ingest(system.base, tenant.botKey, [...VISITS]), VISITS.length);
  await system.untilVisits(tenant.website, VISITS.length);
  await new RobotsTexts(system.database.pool).keep(tenant.website.id, {
    ...{ content: ROBOTS_TXT, source: 'given', from: '2026-11-01', now: new Date(NOW) },
  });
  const key = { base: system.base, apiKey: tenant.apiKey };
  [http, streams] = await Promise.all([overHttp(key), overStreams(key)]);
});
afterAll(() => system.stop());

/** The last seven days. The program on the assistant's machine has a clock of its own. */
const WEEK = { start_date: '2026-11-14', end_date: '2026-11-20' };
const TODAY = { start_date: '2026-11-20', end_date: '2026-11-20' };
const IN_PERIOD = { start: WEEK.start_date, end: WEEK.end_date };

/** Calls a tool over both transports, which must answer the same. */
async function answerOf(name: string, args: object = WEEK): Promise<Record<string, unknown>> {
  const given = { website: tenant.website.public_id, ...args };
  const [{ structuredContent: answer }, other] = await Promise.all([
    call(http, name, given),
    call(streams, name, given),
  ]);
  const { now, period, ...rest } = answer!;
  expect(other.structuredContent).toMatchObject(rest);
  expect([now, period]).toMatchObject([new Date(NOW).toISOString(), { includes_today: true }]);
  return answer!;
}

/** Reads a report of the API. */
async function report(path: string, query: object = {}) {
  const parameters = new URLSearchParams({ ...WEEK, ...query });
  const target = `/websites/${tenant.website.public_id}/${path}?${parameters}`;
  return (await get(system.base, target, tenant.apiKey)).body.data;
}

const picked = (rows: object[], ...names: string[]) =>
  rows.map((row) => names.map((name) => (row as Record<string, unknown>)[name]));

it('Which AI bots read /pricing, and are they real?', async () => {
  const filter = { exact_path: '/pricing', visitors: 'ai_bots' };
  const answer = await answerOf('list_bots', { ...WEEK, ...filter });
  const { bots } = await report('bots', filter);
  expect(answer).toMatchObject({ period: IN_PERIOD, rows: { shown: 2, more: false } });
  const counts = ['name', 'visits', 'verified_visits', 'spoofed_visits', 'unverifiable_visits'];
  expect(picked(answer.bots as object[], ...counts)).toEqual(picked(bots, ...counts));
  // Not Googlebot, which is no AI bot, and none of the visits to other pages.
  expect(picked(answer.bots as object[], ...counts)).toEqual([
    ['GPTBot', 6, 4, 2, 0],
    ['PerplexityBot', 3, 2, 0, 1],
  ]);
  // When they came last is not counted for one page, which is not the same as never.
  expect(Object.keys((answer.bots as object[])[0]!)).not.toContain('last_seen');
});

it('How many people came today so far?', async () => {
  const answer = await answerOf('get_summary', TODAY);
  expect(answer).toMatchObject(await report('summary', TODAY));
  expect(answer).toMatchObject({
    human_visits: 9,
    now: '2026-11-20T12:00:00.000Z',
    period: { start: '2026-11-20', end: '2026-11-20', includes_today: true },
  });
});

it('Which pages does no AI bot read?', async () => {
  const answer = await answerOf('get_coverage', { ...WEEK, show: 'never_read' });
  const { pages } = await report('coverage', { show: 'never_read' });
  expect(answer).toMatchObject({ counts: { pages: 3, read: 2 }, pages });
  expect(picked(answer.pages as object[], 'path', 'human_visits')).toEqual([['/contact', 8]]);
});

it('Who pretends to be GPTBot, and from where?', async () => {
  const answer = await answerOf('list_spoofed', { ...WEEK, bot: 'GPTBot' });
  expect(answer).toMatchObject(await report('spoofed', { bot: 'GPTBot' }));
  expect(picked(answer.spoofed as object[], 'network', 'visits', 'pages_visited')).toEqual([
    ['45.83.91.0/24', 5, 2],
    ['91.107.200.0/24', 1, 1],
  ]);
});

it('Did visits of AI bots change since last week?', async () => {
  const answer = await answerOf('get_summary', { ...WEEK, compare: 'previous' });
  expect(answer).toMatchObject(await report('summary', { compare: 'previous' }));
  expect(answer).toMatchObject({ ai_bot_visits: 65, previous: { ai_bot_visits: 20 } });
  const days = { start_date: '2026-11-07', end_date: '2026-11-20', visitors: 'ai_bots' };
  const series = await answerOf('get_series', days);
  expect(series).toMatchObject({
    rows: { shown: 14, more: false },
    totals: { ai_bot_visits: 85, spoofed_visits: 6 },
    columns: ['start', 'ai_bot_visits', 'spoofed_visits'],
  });
  expect((series.steps as unknown[][])[5]).toEqual(['2026-11-12', 20, 0]);
});

it('Which pages answer AI bots with errors?', async () => {
  const filter = { visitors: 'ai_bots', sort: 'error_visits' };
  const answer = await answerOf('list_pages', { ...WEEK, ...filter, limit: 3 });
  const { pages } = await report('pages', { ...filter, limit: 3 });
  const counts = ['path', 'ai_bot_visits', 'error_visits'];
  expect(picked(answer.pages as object[], ...counts)).toEqual(picked(pages, ...counts));
  expect(picked(answer.pages as object[], ...counts)).toEqual([
    ['/', 47, 40],
    ['/old', 3, 3],
    ['/broken', 1, 1],
  ]);
  // People were not counted, which is not the same as that none came.
  expect(answer).toMatchObject({ rows: { shown: 3, more: true } });
  expect(Object.keys((answer.pages as object[])[0]!)).not.toContain('human_visits');
});

it('Who ignores robots.txt?', async () => {
  const answer = await answerOf('get_robots', { ...WEEK, visitors: 'ai_bots' });
  const { bots } = await report('robots', { visitors: 'ai_bots' });
  const counts = ['name', 'disallowed_visits', 'disallowed_verified_visits'];
  const disobedient = (answer.bots as { disallowed_visits: number }[]).filter(
    (bot) => bot.disallowed_visits > 0,
  );
  expect(answer).toMatchObject({ bots });
  // GPTBot itself ignores nothing: all of these visits were spoofed.
  expect(picked(disobedient, ...counts, 'disallowed_spoofed_visits')).toEqual([
    ['GPTBot', 3, 0, 3],
    ['ClaudeBot', 2, 2, 0],
  ]);
});

it('Which people were sent by ChatGPT?', async () => {
  const answer = await answerOf('list_referrals');
  expect(answer).toMatchObject(await report('referrals'));
  expect(answer).toMatchObject({
    period: IN_PERIOD,
    referrals: [
      { source: 'ChatGPT', visits: 3 },
      { source: 'Perplexity', visits: 1 },
    ],
  });
});

it('What does OpenAI read, and does it send anybody?', async () => {
  const answer = await answerOf('list_providers');
  const { providers } = await report('providers');
  const counts = ['provider', 'reads', 'training_reads', 'spoofed_visits', 'sent_visits'];
  const fields = [...counts, 'sent_people_visits', 'reads_per_sent_visit', 'pages_visited'];
  expect(picked(answer.providers as object[], ...fields)).toEqual(picked(providers, ...fields));
  expect(picked(answer.providers as object[], ...counts).slice(0, 2)).toEqual([
    ['ByteDance', 40, 40, 0, 0],
    ['OpenAI', 10, 10, 6, 3],
  ]);
  expect((answer.providers as { bots: object[] }[])[1]?.bots).toMatchObject([
    { name: 'GPTBot', visits: 16, verification: 'mixed' },
  ]);
});

it('To which pages do assistants send people?', async () => {
  const answer = await answerOf('list_landing_pages', { ...WEEK, source: 'ChatGPT' });
  const { landings } = await report('landings', { source: 'ChatGPT' });
  expect(answer).toMatchObject({ landings });
  expect(answer).toMatchObject({
    landings: [{ path: '/pricing', crawled_visits: 4, sent_visits: 3 }],
  });
});

it('What happened on November 19 at 03:00?', async () => {
  const day = { start_date: '2026-11-19', end_date: '2026-11-19', interval: 'hour' };
  const stepAtThree = async (group_by: string) => {
    const answer = await call(http, 'get_series', {
      website: tenant.website.public_id,
      ...{ ...day, group_by },
    });
    const { steps, columns } = answer.structuredContent as { steps: unknown[][]; columns: unknown };
    expect(steps).toHaveLength(24);
    expect(columns).toEqual([
      ...['start', 'human_visits', 'bot_visits', 'ai_bot_visits', 'spoofed_visits', 'groups'],
    ]);
    return steps.find(([start]) => start === '2026-11-19T03');
  };
  const { series } = await report('timeseries', day);
  const { human_visits, bot_visits, ai_bot_visits, spoofed_visits } = series[3];
  const counts = [human_visits, bot_visits, ai_bot_visits, spoofed_visits];
  expect(counts).toEqual([0, 40, 40, 0]);
  expect(await stepAtThree('bot')).toEqual(['2026-11-19T03', ...counts, { Bytespider: 40 }]);
  expect(await stepAtThree('status')).toEqual(['2026-11-19T03', ...counts, { 503: 40 }]);
});

it('How many visitors came on each day, and why are visits not judged?', async () => {
  const { days, not_judged } = await report('visitors', WEEK);
  const answer = await answerOf('get_visitors', WEEK);
  const fields = ['date', 'people_visitors', 'not_judged_visits'];
  expect(picked(answer.days as object[], ...fields)).toEqual(picked(days, ...fields));
  expect(answer.not_judged).toEqual(
    not_judged.map(({ reason: _, ...shown }: { reason: string }) => shown),
  );
});

it('Is PerplexityBot real?', async () => {
  const answer = await answerOf('get_verification', { ...WEEK, bot: 'perplexitybot' });
  const { bots } = await report('bots', { bot: 'PerplexityBot' });
  expect(answer).toMatchObject({
    bot: { name: 'PerplexityBot', provider: 'Perplexity' },
    ...{ visits: 3, verified_visits: 2, spoofed_visits: 0 },
    ...{ unverifiable_visits: 1, not_checked_visits: 0 },
    verdict: expect.stringMatching(
      /of 3 visits, 2 came from addresses of its operator, 0 from others, 1 cannot be decided/,
    ),
  });
  expect(bots[0]).toMatchObject({ visits: 3, verified_visits: 2, verification: 'mostly' });
});

it('For which hosts did visits come that are no website of mine?', async () => {
  const answer = await answerOf('list_hosts', { ...WEEK, unknown: true });
  const { hosts } = await report('hosts', { unknown: 'true' });
  const fields = ['host', 'bot_visits', 'website', 'keys', 'last_day'];
  expect(picked(answer.hosts as object[], ...fields)).toEqual(picked(hosts, ...fields));
  const website = tenant.website.public_id;
  expect(picked(answer.hosts as object[], ...fields)).toEqual([
    ['my-shop.example', 5, null, [{ website, visits: 5 }], '2026-11-18'],
  ]);
  const ofAll = await answerOf('list_hosts', { ...WEEK, website: undefined, unknown: true });
  expect(ofAll.hosts).toMatchObject([{ host: 'my-shop.example', counted_for: website }]);
});

it('From which countries did people come?', async () => {
  const answer = await answerOf('list_countries');
  const { countries } = await report('countries');
  const fields = ['country', 'human_visits', 'bot_visits'];
  const people = [...fields, 'people_visits', 'undecided_visits', 'automation_visits'];
  expect(picked(answer.countries as object[], ...people)).toEqual(picked(countries, ...people));
  expect(picked(answer.countries as object[], ...fields).slice(1)).toEqual([
    ['FR', 3, 0],
    ['DE', 1, 0],
  ]);
});

it('How many visits came for the host that is no website, and by which bots?', async () => {
  const filter = { host: 'my-shop.example' };
  const answer = await answerOf('get_summary', { ...WEEK, ...filter });
  const counts = ['total_visits', 'unverifiable_visits', 'skipped_requests', 'status_codes'];
  expect(picked([answer], ...counts)).toEqual(picked([await report('summary', filter)], ...counts));
  // Whom assistants sent is not counted by host, which is not the same as nobody.
  expect(answer).toMatchObject({ human_visits: 0, bot_visits: 5, ai_referred_visits: null });
  const { bots } = await answerOf('list_bots', { ...WEEK, ...filter });
  expect(picked(bots as object[], 'name', 'visits', 'last_seen')).toEqual([
    ['Googlebot', 5, undefined],
  ]);
  const days = await answerOf('get_series', { ...WEEK, ...filter });
  expect(days).toMatchObject({ columns: ['start', 'bot_visits', 'spoofed_visits'] });
  expect(days).toMatchObject({ totals: { bot_visits: 5, spoofed_visits: 5 } });
});

it('refuses a question about one page that it would misread', async () => {
  const given = { website: tenant.website.public_id, page: '/pricing' };
  const { isError, content } = await call(http, 'list_bots', given);
  expect([isError, content[0]!.text]).toEqual([
    true,
    expect.stringMatching(
      /list_bots takes no page; it takes website, .*, exact_path, host, country, compare, limit/,
    ),
  ]);
});
