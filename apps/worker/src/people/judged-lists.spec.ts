import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SentLogEntry } from '@app/contracts';
import {
  DimensionReader,
  HoursReader,
  LandingReader,
  pageDigestsTask,
  ProviderReader,
  Sitemaps,
  TrafficReader,
} from '@app/storage';
import { runUpkeepRound } from '@app/testing';
import {
  byName,
  countedVisits,
  type CountedVisit,
  countsOfBrowsers,
  countsOfStatus,
  countsOfSummary,
  queuedEntries,
  withErrors,
  withTotal,
} from '../../test/people/expected-lists.js';
import {
  expectedCourses,
  expectedLandings,
  expectedPagesOfProviders,
} from '../../test/people/expected-readers.js';
import { readEntries } from '../../test/people/judge-log.js';
import {
  type Delivery,
  JudgingAccount,
  type LogWebsite,
} from '../../test/people/judging-account.js';
import { variedLog } from '../../test/people/varied-log.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SAMPLE = join(__dirname, '../../test/people/sample');
const data = process.env.BOTGAUGE_TEST_DATA;
const describeWithData = data === undefined ? describe.skip : describe;
const reason = data === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';
const inData = (path: string) => join(data ?? '', path);

let account: JudgingAccount;
beforeAll(async () => {
  account = await JudgingAccount.create();
});
afterAll(() => account.drop());

const linesOf = (text: string) => text.trimEnd().split('\n');
const unzipped = (file: string) => gunzipSync(readFileSync(file)).toString();

/** The websites of the sample as one, whose referers name it. */
function sample({ domain }: LogWebsite): SentLogEntry[] {
  const logs = readdirSync(SAMPLE).filter((name) => name.endsWith('.ndjson.gz'));
  const entries = logs.flatMap((name) => {
    const text = unzipped(join(SAMPLE, name)).replaceAll(/\b[a-z-]+\.example\b/g, (host) =>
      host === 'search.example' ? host : domain,
    );
    return readEntries(linesOf(text), 'json-fields');
  });
  return variedLog(entries, domain);
}

const ownSite = ({ domain }: LogWebsite): SentLogEntry[] =>
  readEntries(
    linesOf(
      unzipped(inData('people/own-site/access.log.gz')).replaceAll(
        'www.lighthouse.example',
        domain,
      ),
    ),
    'combined',
  );

/** Addresses of these logs were cut, and the service does not take one that was for a visitor's own. */
const uncut = (address: string | null) => address && address.replace(/\.0$/, '.7');

function ofSmallSite({ domain }: LogWebsite): SentLogEntry[] {
  const text = readFileSync(inData('logs/entries-2024-2026.ndjson'), 'utf8');
  return linesOf(text.replaceAll('farmfreshsoftware.com', domain)).map((line) => {
    const entry = JSON.parse(line) as SentLogEntry;
    return { ...entry, ip: uncut(entry.ip), timestamp: Date.parse(entry.timestamp as string) };
  });
}

/** One line of it is cut. */
function of2015({ domain }: LogWebsite): SentLogEntry[] {
  const text = readFileSync(inData('logs/apache-combined-2015.log'), 'utf8');
  const whole = linesOf(text.replaceAll(/(?:www\.)?semicomplete\.com/g, domain)).filter((line) =>
    /"$/.test(line),
  );
  return readEntries(whole, 'combined').map((entry) => ({ ...entry, ip: uncut(entry.ip) }));
}

const TOTAL = { column: 'total_visits', reversed: false } as const;
const MOST = 100_000;
const hourOf = ({ entry }: CountedVisit) => Math.floor(entry.time / HOUR_MS) * 3_600;
const dayOf = ({ entry }: CountedVisit) => Math.floor(entry.time / DAY_MS) * 86_400;
const pathOf = ({ entry }: CountedVisit) => entry.path;
const hostOf = ({ entry }: CountedVisit) => entry.host;
const statusOf = ({ entry }: CountedVisit) => entry.statusCode;
const countryOf = ({ entry }: CountedVisit) => entry.country ?? null;
const isBot = ({ bot }: CountedVisit) => bot !== null;
const isBrowser = ({ kind }: CountedVisit) => ['people', 'undecided', 'none'].includes(kind);
const sumOf = (counts: readonly { people_visits?: number | null }[]) =>
  counts.reduce((sum, { people_visits: people }) => sum + (people ?? 0), 0);

/** Returns rows by a name that each has. */
function named<Row extends object, Name extends keyof Row>(rows: readonly Row[], name: Name) {
  return Object.fromEntries(rows.map(({ [name]: key, ...row }) => [key, row]));
}

function rangeOf(visits: readonly CountedVisit[]) {
  const days = visits.map(dayOf);
  const first = days.reduce((least, day) => Math.min(least, day));
  const last = days.reduce((most, day) => Math.max(most, day));
  return { from: new Date(first * 1_000), to: new Date(last * 1_000 + DAY_MS) };
}

/** The most frequent value of visits. */
function mostFrequent<Value>(visits: readonly CountedVisit[], of: (visit: CountedVisit) => Value) {
  const counts = new Map<Value, number>();
  for (const visit of visits) counts.set(of(visit), (counts.get(of(visit)) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] as Value;
}

/** Expects of each report of pages what the visits say. */
async function expectPages(websiteId: number, visits: readonly CountedVisit[]): Promise<void> {
  const traffic = new TrafficReader(account.pool);
  const range = rangeOf(visits);
  const pages = await traffic.pages(websiteId, range, { limit: MOST });
  expect(named(pages, 'path')).toEqual(byName(visits, pathOf, withErrors));
  const ofBots: [object, (visit: CountedVisit) => boolean][] = [
    [{ visitors: 'bots' }, isBot],
    [{ category: 'undeclared_automation' }, ({ kind }) => kind === 'automation'],
    [{ bot: 'GPTBot' }, ({ bot }) => bot === 'GPTBot'],
  ];
  for (const [filter, isOf] of ofBots) {
    const found = await traffic.pages(websiteId, range, { limit: MOST, ...filter });
    expect([filter, named(found, 'path')]).toEqual([
      filter,
      byName(visits.filter(isOf), pathOf, withErrors),
    ]);
  }
  const path = mostFrequent(visits, pathOf);
  const series = await traffic.pageSeries(websiteId, range, 'day', { exact_path: path });
  const ofPath = visits.filter((visit) => pathOf(visit) === path);
  expect(named(series, 'bucket')).toEqual(byName(ofPath, dayOf, withTotal));
}

/** Expects of each list of hosts, countries, status codes, referrals and clients what the visits say. */
async function expectDimensions(websiteId: number, visits: readonly CountedVisit[]): Promise<void> {
  const { pool } = account;
  const [traffic, dimensions, hours] = [
    new TrafficReader(pool),
    new DimensionReader(pool),
    new HoursReader(pool),
  ];
  const range = rangeOf(visits);
  const all = (visits: readonly CountedVisit[]) => ({
    total_visits: visits.length,
    ...withErrors(visits),
  });
  const hosts = await dimensions.hosts(websiteId, range, { limit: MOST }, TOTAL);
  const ofHosts = hosts.rows.map(
    ({ id: _i, keys: _k, websiteId: _w, last_day: _l, ...row }) => row,
  );
  expect(named(ofHosts, 'host')).toEqual(byName(visits, hostOf, all));
  const countries = await dimensions.countries(websiteId, range, MOST, TOTAL);
  expect(named(countries.rows, 'country')).toEqual(
    byName(visits, (visit) => `${countryOf(visit)}`, all),
  );
  const inHours = { from: new Date(range.from.getTime() - HOUR_MS), to: range.to };
  for (const [reader, period] of [[traffic, range] as const, [hours, inHours] as const]) {
    const statuses = await reader.statuses(websiteId, period);
    expect(named(statuses, 'status_code')).toEqual(byName(visits, statusOf, countsOfStatus));
    const referrals = await reader.referrals(websiteId, period);
    expect(named(referrals, 'source')).toEqual(
      byName(visits.filter(isBrowser), ({ source }) => source, countsOfBrowsers),
    );
  }
  const ofAutomation = visits.filter(({ kind }) => kind === 'automation');
  const { groups } = await traffic.groups(websiteId, {
    ...{ range, from: 'day', buckets: [range.from], by: 'status', most: 1_000 },
    filter: { category: 'undeclared_automation' },
  });
  expect(Object.fromEntries(groups.map(({ name, visits }) => [name, visits]))).toEqual(
    byName(ofAutomation, statusOf, ({ length }) => length),
  );
  const clients = await traffic.clients(websiteId, range);
  const kinds = { browser: 'browsers', os: 'operating_systems', device: 'devices' } as const;
  for (const [kind, list] of Object.entries(kinds) as ['browser', 'browsers'][])
    expect([kind, named(clients[list], 'name')]).toEqual([
      kind,
      byName(visits.filter(isBrowser), ({ client }) => client?.[kind] ?? null, countsOfBrowsers),
    ]);
}

/** Expects of the series what the visits say, with each filter. */
async function expectSeries(websiteId: number, visits: readonly CountedVisit[]): Promise<void> {
  const { pool } = account;
  const [traffic, hours] = [new TrafficReader(pool), new HoursReader(pool)];
  const range = rangeOf(visits);
  const [host, country, status] = [
    mostFrequent(visits, hostOf),
    mostFrequent(visits, countryOf),
    mostFrequent(visits, statusOf),
  ];
  const filters: [object, (visit: CountedVisit) => boolean][] = [
    [{}, () => true],
    [{ host }, (visit) => hostOf(visit) === host],
    [{ country: country ?? 'DE' }, (visit) => countryOf(visit) === (country ?? 'DE')],
    [{ status: `[${status},${status}]` }, (visit) => statusOf(visit) === status],
    [{ status: '[400,500)' }, (visit) => Math.floor(statusOf(visit) / 100) === 4],
  ];
  for (const [filter, isOf] of filters) {
    const own = visits.filter(isOf);
    for (const [interval, bucketOf] of [
      ['hour', hourOf],
      ['day', dayOf],
    ] as const) {
      const series = await traffic.series(websiteId, range, interval, filter);
      expect([filter, named(series, 'bucket')]).toEqual([filter, byName(own, bucketOf, withTotal)]);
    }
    const buckets = [...new Set(own.map(hourOf))].sort().map((hour) => new Date(hour * 1_000));
    const inHours = await hours.series(websiteId, { range, buckets, filter });
    expect([filter, named(inHours, 'bucket')]).toEqual([filter, byName(own, hourOf, withTotal)]);
  }
}

const SENT = { column: 'sent_visits', reversed: false } as const;

/** Expects of the reports of operators and landing pages what the visits say. */
async function expectReaders(websiteId: number, visits: readonly CountedVisit[]): Promise<void> {
  const { pool } = account;
  const [landings, providers] = [new LandingReader(pool), new ProviderReader(pool)];
  const range = rangeOf(visits);
  const all = await landings.landings(websiteId, range, { limit: MOST }, SENT);
  expect(named(all.rows, 'path')).toEqual(expectedLandings(visits));
  const chosen = { provider: 'OpenAI', sources: ['ChatGPT'], limit: MOST };
  const ofOpenAi = await landings.landings(websiteId, range, chosen, SENT);
  expect(named(ofOpenAi.rows, 'path')).toEqual(
    expectedLandings(visits, { provider: 'OpenAI', source: 'ChatGPT' }),
  );
  // Every other page, and one that nobody visited.
  const listed = [...new Set(visits.map(pathOf)), '/never'].filter((_, at) => at % 2 === 0);
  await new Sitemaps(pool).keep(websiteId, {
    ...{ paths: listed, source: 'given', now: new Date(), files: 1, addresses: listed.length },
    leftOut: { other_hosts: 0, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 },
  });
  expect(
    named(await providers.pages(websiteId, await providers.cover(websiteId, range)), 'provider'),
  ).toEqual(expectedPagesOfProviders(visits, listed));
  const days = [...new Set(visits.map(dayOf))].sort((one, other) => one - other);
  const buckets = days.map((day) => new Date(day * 1_000));
  const courses = expectedCourses(visits, dayOf);
  for (const from of ['hour', 'day'] as const) {
    const question = { range, from, buckets };
    const at = (place: number, name: string) => `${days[place - 1]} ${name}`;
    const reads = await providers.reads(websiteId, question);
    expect(
      Object.fromEntries(reads.map((one) => [at(one.place, one.provider), one.visits])),
    ).toEqual(courses.reads);
    const sent = await providers.sent(websiteId, question);
    expect(Object.fromEntries(sent.map((one) => [at(one.place, one.source), one.visits]))).toEqual(
      courses.sent,
    );
  }
}

/** Expects the same number of people wherever all visits are told. */
async function expectOneNumberOfPeople(
  websiteId: number,
  visits: readonly CountedVisit[],
): Promise<void> {
  const { pool } = account;
  const [traffic, hours] = [new TrafficReader(pool), new HoursReader(pool)];
  const range = rangeOf(visits);
  const totals = await traffic.totals(websiteId, range);
  const inHours = { from: new Date(range.from.getTime() - HOUR_MS), to: range.to };
  const ofHours = (await hours.totalsOf([websiteId], inHours)).get(websiteId);
  const expected = { ...countsOfSummary(visits), skipped_requests: 0 };
  expect(totals).toEqual(expected);
  expect(ofHours).toMatchObject({ ...expected, skipped_requests: null });
  const { rows: hosts } = await new DimensionReader(pool).hosts(
    ...([websiteId, range, { limit: MOST }, TOTAL] as const),
  );
  const { rows: countries } = await new DimensionReader(pool).countries(
    ...([websiteId, range, MOST, TOTAL] as const),
  );
  const people = totals.people_visits;
  expect({
    days: sumOf(await traffic.series(websiteId, range, 'day')),
    hours: sumOf(await traffic.series(websiteId, range, 'hour')),
    hosts: sumOf(hosts),
    countries: sumOf(countries),
    pages: sumOf(await traffic.pages(websiteId, range, { limit: MOST })),
  }).toEqual({ days: people, hours: people, hosts: people, countries: people, pages: people });
}

async function expectLists(websiteId: number, visits: readonly CountedVisit[]): Promise<void> {
  await expectPages(websiteId, visits);
  await expectDimensions(websiteId, visits);
  await expectSeries(websiteId, visits);
  await expectReaders(websiteId, visits);
  await expectOneNumberOfPeople(websiteId, visits);
}

const DELIVERIES: [string, Delivery][] = [
  ['in batches of 1,000, each twice', { times: 2 }],
  [
    'shuffled, in batches of 7, each twice, by three processes at once',
    { size: 7, isShuffled: true, times: 2, processes: 3 },
  ],
];

describe('the lists of the laboratory', () => {
  it('has visits of each kind, with all that lists tell apart', async () => {
    const website = await account.aWebsite();
    const visits = await countedVisits(sample(website), website.domain);
    const kinds = byName(
      visits,
      ({ kind }) => kind,
      ({ length }) => length,
    );
    expect(Object.keys(kinds).sort()).toEqual(['ai', 'automation', 'bot', 'people', 'undecided']);
    for (const valueOf of [hostOf, countryOf, statusOf, hourOf, dayOf])
      expect(new Set(visits.map<string | number | null>(valueOf)).size).toBeGreaterThan(1);
    const sources = byName(
      visits,
      ({ source }) => source,
      ({ length }) => length,
    );
    expect(Object.keys(sources).sort()).toEqual(['ChatGPT', 'Claude', 'Perplexity']);
  });

  it.each(DELIVERIES)('tell what each visit says %s', async (_, delivery) => {
    const website = await account.aWebsite();
    const entries = sample(website);
    await account.deliver(queuedEntries(entries), website.id, delivery);
    await account.judge();
    await expectLists(website.id, await countedVisits(entries, website.domain));
  });

  it('tell it when a part was judged before, and digested', async () => {
    const website = await account.aWebsite();
    const entries = sample(website);
    const queued = queuedEntries(entries);
    const digests = pageDigestsTask({ leastVisits: 1 });
    const digest = async () => {
      for (let look = 0; look < 2; look++) await runUpkeepRound(account.database.pool, digests);
    };
    const half = Math.floor(queued.length / 2);
    const visits = await countedVisits(entries, website.domain);
    await account.deliver(queued.slice(half), website.id, { isShuffled: true });
    await account.judge();
    await digest();
    await account.deliver(queued.slice(0, half), website.id, { isShuffled: true });
    await account.judge();
    await expectLists(website.id, visits);
    await digest();
    await expectLists(website.id, visits);
  });
});

describeWithData(`the lists of real logs${reason}`, () => {
  it.each<[string, (website: LogWebsite) => SentLogEntry[]]>([
    ['of the own site of the laboratory', ownSite],
    ['of a small website', ofSmallSite],
    ['of a website of 2015', of2015],
  ])('tell what each visit says: %s', async (_, read) => {
    const website = await account.aWebsite();
    const entries = read(website);
    await account.deliver(queuedEntries(entries), website.id, { times: 2 });
    await account.judge();
    await expectLists(website.id, await countedVisits(entries, website.domain));
  });
});
