import { aVisit, type Visit, visitColumns } from '@app/testing';
import { ADD_COUNTS, countedColumns } from '../roll-ups/add-counts.js';
import type { RollUpName } from '../roll-ups/roll-ups.js';
import { countColumnsOf } from './count-columns.js';
import { countsOf, type VisitCounts } from './visit-counts.js';
import type { NumberedVisits } from './visit-numbers.js';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 10, 20, 12);
const MIDNIGHT_SECONDS = Date.UTC(2026, 10, 20) / 1_000;

/** Visits as they are counted: their hosts have the numbers that they are given, or none. */
function numbered(visits: Partial<Visit>[], hosts: Record<string, number> = {}, key = 1) {
  const columns = visitColumns(visits.map((fields) => aVisit({ time: NOON, ...fields })));
  const hostIds = columns.clients.map(({ host }) => hosts[host] ?? null);
  return { visits: columns, clientIds: [], refererIds: [], hostIds, keyWebsiteId: key };
}

/** All visits are late, as they are where no aggregate counts them. */
const countsOfAll = (...batches: NumberedVisits[]) => countsOf(batches, Infinity);

/** The numbers of an array as it is sent: integers, or floating numbers of eight bytes. */
function numbersOf(array: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 20; at < array.length;) {
    const size = array.readInt32BE(at);
    numbers.push(size === 4 ? array.readInt32BE(at + 4) : array.readDoubleBE(at + 4));
    at += 4 + size;
  }
  return numbers;
}

/** The rows of a roll-up, without their websites and buckets. */
function rowsOf({ rollUps }: VisitCounts, name: RollUpName) {
  const counted = rollUps.get(name);
  const columns = countedColumns(name);
  const read = columns.map((column) => [column.name, counted?.reader(column.name)] as const);
  return Array.from(counted?.rows ?? [], (row) =>
    Object.fromEntries(read.map(([column, value]) => [column, value?.(row)])),
  );
}

/** Columns of the rows of a roll-up, in their order. */
function columnsOf({ rollUps }: VisitCounts, name: RollUpName, ...columns: string[]) {
  const counted = rollUps.get(name);
  return Array.from(counted?.rows ?? [], (row) =>
    columns.map((column) => counted?.reader(column)(row)),
  );
}

describe('the rows that writers send', () => {
  it('are in the order of their keys, however visits come', () => {
    const visits = [
      { websiteId: 2, botId: 9 },
      { websiteId: 1, botId: 10, time: NOON + HOUR_MS },
      { websiteId: 1, botId: 10 },
      { websiteId: 1, botId: 9, statusCode: 404 },
      { websiteId: 1, botId: 9 },
      { websiteId: 1, botId: 0 },
    ];
    const key = ['website_id', 'bucket', 'bot_id', 'status_code'];
    const [hour, next] = [NOON / 1_000, NOON / 1_000 + 3_600];
    expect(columnsOf(countsOfAll(numbered(visits)), 'hosts', ...key)).toEqual([
      [1, hour, 0, 200],
      [1, hour, 9, 200],
      [1, hour, 9, 404],
      [1, hour, 10, 200],
      [1, next, 10, 200],
      [2, hour, 9, 200],
    ]);
  });

  it('are of all batches together', () => {
    const batch = (country: string) => numbered([{ country: 'NZ' }, { country }]);
    const counts = countsOfAll(batch('DE'), batch('FR'), batch('DE'));
    expect(
      columnsOf(counts, 'countries', 'country', 'visits')?.sort(([one], [other]) =>
        String(one) < String(other) ? -1 : 1,
      ),
    ).toEqual([
      ['DE', 2],
      ['FR', 1],
      ['NZ', 3],
    ]);
  });

  it('begin at the start of their hour or day', () => {
    const times = [-1, 0, HOUR_MS - 1, HOUR_MS].map((ms) => ({ time: NOON + ms }));
    const counts = countsOfAll(numbered(times));
    expect(columnsOf(counts, 'traffic', 'bucket', 'visits')).toEqual(
      [
        [NOON - HOUR_MS, 1],
        [NOON, 2],
        [NOON + HOUR_MS, 1],
      ].map(([time, visits]) => [(time as number) / 1_000, visits]),
    );
    expect(columnsOf(counts, 'clients', 'bucket', 'visits')).toEqual([[MIDNIGHT_SECONDS, 4]]);
  });

  it('have null for a verdict that nothing has, and 0 for errors', () => {
    const visits = [
      { botId: 1, verification: 'verified', statusCode: 400 },
      { botId: 1, verification: 'spoofed' },
      { botId: 1, verification: 'spoofed' },
      { botId: 1, verification: 'unverifiable' },
      { botId: 2, statusCode: 399, time: NOON + 5 },
    ] as const;
    const [first, second] = rowsOf(countsOfAll(numbered([...visits])), 'traffic') ?? [];
    expect(first).toEqual({
      ...{ bot_id: 1, visits: 4, error_visits: 1 },
      ...{ verified_visits: 1, spoofed_visits: 2, unverifiable_visits: 1 },
      ...{ first_seen: NOON, last_seen: NOON },
    });
    expect(second).toEqual({
      ...{ bot_id: 2, visits: 1, error_visits: 0 },
      ...{ verified_visits: null, spoofed_visits: null, unverifiable_visits: null },
      ...{ first_seen: NOON + 5, last_seen: NOON + 5 },
    });
  });
});

it('the first and the last time are those of all visits of a row, however they come', () => {
  const times = [5, 1, 9, 4].map((ms) => ({ time: NOON + ms }));
  const counts = countsOfAll(numbered(times), numbered([{ time: NOON + 3 }]));
  expect(columnsOf(counts, 'traffic', 'first_seen', 'last_seen')).toEqual([[NOON + 1, NOON + 9]]);
});

it('visits to two websites in the same hour are not mixed', () => {
  const visits = [1, 2, 1, 2, 2].map((websiteId) => ({ websiteId }));
  expect(columnsOf(countsOfAll(numbered(visits)), 'traffic', 'website_id', 'visits')).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

describe('where aggregates count the visits that come in time', () => {
  const visits = [NOON - 1, NOON, NOON + 1].map((time) => ({ time, pageId: 7 }));
  const counts = countsOf([numbered(visits)], NOON);

  it.each(['traffic', 'pages'] as const)('only late ones are counted in %s', (name) => {
    expect(columnsOf(counts, name, 'visits')).toEqual([[1]]);
  });

  it.each(['hosts', 'clients'] as const)('all of them are counted in %s', (name) => {
    expect(columnsOf(counts, name, 'visits')?.flat()).toContainEqual(name === 'clients' ? 3 : 2);
  });
});

describe('the hosts that visits are counted for', () => {
  const HOSTS = { 'a.example': 5, 'b.example': 2 };
  const of = (...names: string[]) => names.map((host) => ({ host }));

  it('have their numbers, and those beyond the bound are one with the number 0', () => {
    const visits = of('a.example', 'x.example', 'b.example', 'y.example', 'a.example');
    const counts = countsOfAll(numbered(visits, HOSTS));
    expect(columnsOf(counts, 'hosts', 'host_id', 'visits')).toEqual([
      [0, 2],
      [2, 1],
      [5, 2],
    ]);
  });

  it('are counted by the website whose tracking key each batch came with', () => {
    const counts = countsOfAll(
      numbered(of('a.example', 'b.example'), HOSTS, 3),
      numbered(of('a.example', 'a.example'), HOSTS, 4),
    );
    expect(rowsOf(counts, 'host_keys')).toEqual([
      { host_id: 2, key_id: 3, visits: 1 },
      { host_id: 5, key_id: 3, visits: 1 },
      { host_id: 5, key_id: 4, visits: 2 },
    ]);
  });
});

describe('what is not counted everywhere', () => {
  it('is a visit without a page, country or referer, and one of a bot among people', () => {
    const counts = countsOfAll(
      numbered([{ botId: 1, referer: 'https://chatgpt.com/', referralSource: 'ChatGPT' }]),
    );
    for (const name of ['pages', 'countries', 'referrals', 'landings', 'clients'] as const)
      expect([name, rowsOf(counts, name)]).toEqual([name, []]);
    expect(rowsOf(counts, 'hosts')).toHaveLength(1);
  });
});

it('rows that are appended are said to be of a website and bucket by their first and last one', () => {
  const visits = [
    { websiteId: 2, botId: 1 },
    ...[1, 2, 3].map((botId) => ({ websiteId: 1, botId })),
    { websiteId: 1, botId: 2, time: NOON + HOUR_MS },
  ];
  const values = countColumnsOf(countsOfAll(numbered(visits)), []);
  const sent = (column: string) => {
    const at = ADD_COUNTS.parameters.indexOf(`traffic.${column}`);
    return numbersOf(values[at] as Buffer);
  };
  const hour = NOON / 1_000;
  expect(sent('website_id')).toEqual([1, 1, 2]);
  expect(sent('bucket')).toEqual([hour, hour + 3_600, hour]);
  expect(sent('first')).toEqual([1, 4, 5]);
  expect(sent('last')).toEqual([3, 4, 5]);
  expect(sent('bot_id')).toEqual([1, 2, 3, 2, 1]);
});

it('every parameter of the statement that adds counts has a value', () => {
  const values = countColumnsOf(countsOfAll(numbered([{}])), []);
  expect(values).toHaveLength(ADD_COUNTS.parameters.length);
});
