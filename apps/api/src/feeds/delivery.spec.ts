import { Hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createReader } from '@app/log-formats';
import { entriesOf } from '@app/queue';
import { aLogpushRecord } from '@app/testing';
import { DeliveryNotes } from '../feed-health/delivery-notes.js';
import { Delivery, type Part, RECORDS_PER_PART } from './delivery.js';
import { firehoseRecords } from './envelopes/firehose.js';
import { jsonValues } from './envelopes/json-values.js';
import { lines } from './envelopes/lines.js';
import { type DeliverySource, partId } from './part-id.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const record = aLogpushRecord;
const bodyOf = (records: object[]) =>
  Buffer.from(records.map((one) => JSON.stringify(one)).join('\n'));

const partsOf = (made: ReturnType<Delivery['push']>) => [...made].filter((one) => one !== 'pause');

function read(body: Buffer, { retentionDays = 0, chunk = 1 << 16 } = {}) {
  const reader = createReader('cloudflare', { now: NOW, host: '' });
  const notes = new DeliveryNotes(NOW);
  const delivery = new Delivery(
    jsonValues(),
    reader,
    { now: NOW, retentionDays, isStaticFile: () => false },
    notes,
  );
  const parts: Part[] = [];
  for (let at = 0; at < body.length; at += chunk)
    parts.push(...partsOf(delivery.push(body.subarray(at, at + chunk))));
  parts.push(...partsOf(delivery.end()));
  return { parts, counts: delivery.counts, sanitised: delivery.sanitised, notes };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => record({ RayID: `ray-${index}` }));

it('turns records into sanitised entries, and counts the others by their reason', () => {
  const { parts, counts } = read(
    bodyOf([
      record(),
      { content: 'tests' },
      record({ ClientRequestSource: 'edgeWorkerFetch' }),
      record({ EdgeResponseStatus: 'ok' }),
      record({ EdgeStartTimestamp: undefined }),
    ]),
  );
  expect(parts.flatMap(({ entries }) => entriesOf(entries))).toEqual([
    expect.objectContaining({ path: '/pricing', userAgent: 'GPTBot/1.2', ip: '192.0.2.17' }),
  ]);
  expect(counts).toEqual({
    processed: 1,
    skipped: 2,
    rejected: 2,
    reasons: { validation: 1, subrequest: 1, bad_status: 1, no_time: 1 },
  });
});

it('rejects what is older than what is kept', () => {
  const body = bodyOf([record(), record({ EdgeStartTimestamp: '2026-10-01T00:00:00Z' })]);
  expect(read(body).counts.rejected).toBe(0);
  expect(read(body, { retentionDays: 30 }).counts).toMatchObject({
    processed: 1,
    reasons: { bad_time: 1 },
  });
});

it('notes the lag of entries, and each reject with the outline of its own text', () => {
  const broken = { EdgeResponseStatus: 'no' };
  const { notes } = read(
    bodyOf([
      record(),
      record({ EdgeStartTimestamp: '2026-11-20T11:58:00Z' }),
      broken,
      { content: 'tests' },
      [broken, broken],
    ]),
  );
  expect([...notes.hosts.values()]).toMatchObject([
    { entries: 2, lagMs: 180_000, largestLagMs: 120_000, withoutAddress: 0 },
  ]);
  const sample = {
    at: NOW,
    reason: 'no_time',
    message: 'has no `EdgeStartTimestamp`: add it to the fields of the job',
    outline: '{"EdgeResponseStatus":"aa"}',
  };
  expect(notes.samples(20)).toEqual([sample, sample, sample]);
});

it('has no outline of an object that lists several records', () => {
  const reader = createReader('azure-front-door', { now: NOW, host: '' });
  const notes = new DeliveryNotes(NOW);
  const delivery = new Delivery(
    jsonValues(),
    reader,
    { now: NOW, retentionDays: 0, isStaticFile: () => false },
    notes,
  );
  const broken = { category: 'FrontDoorAccessLog', properties: { clientIp: '192.0.2.17' } };
  for (const records of [[broken], [broken, broken]])
    Array.from(delivery.push(Buffer.from(JSON.stringify({ records }))));
  expect(notes.samples(20).map(({ outline }) => outline)).toEqual([
    '{"records":[{"aaaaaaaa":"AaaaaAaaaAaaaaaAaa","aaaaaaaaaa":{"aaaaaaAa":"999.9.9.99"}}]}',
    null,
    null,
  ]);
});

it('counts what visitors sent and had to be corrected', () => {
  const { sanitised } = read(bodyOf([record({ ClientIP: 'somewhere' })]));
  expect(sanitised).toEqual({ ip: { replaced: 1 } });
});

it('makes a part of every thousand records, wherever the chunks end', () => {
  const body = bodyOf([...many(RECORDS_PER_PART), { content: 'tests' }, ...many(RECORDS_PER_PART)]);
  const { parts } = read(body);
  expect(parts.map(({ number, entries }) => [number, entries.count])).toEqual([
    [1, RECORDS_PER_PART],
    [2, RECORDS_PER_PART - 1],
    [3, 1],
  ]);
  for (const chunk of [1_000, 77_777]) expect(read(body, { chunk }).parts).toEqual(parts);
});

it('makes parts of one object that lists more records than a part has', () => {
  const reader = createReader('azure-front-door', { now: NOW, host: '' });
  const delivery = new Delivery(
    jsonValues(),
    reader,
    { now: NOW, retentionDays: 0, isStaticFile: () => false },
    new DeliveryNotes(NOW),
  );
  const one = {
    time: '2026-11-20T11:59:00Z',
    category: 'FrontDoorAccessLog',
    properties: {
      httpMethod: 'GET',
      requestUri: 'https://shop.example:443/',
      httpStatusCode: '200',
      clientIp: '192.0.2.17',
      userAgent: 'GPTBot/1.2',
    },
  };
  const records = Array.from({ length: RECORDS_PER_PART + 1 }, () => one);
  const made = delivery.push(Buffer.from(JSON.stringify({ records })));
  const parts = [...partsOf(made), ...partsOf(delivery.end())];
  expect(parts.map(({ entries }) => entries.count)).toEqual([RECORDS_PER_PART, 1]);
  expect(parts[0]?.digest).not.toBe(parts[1]?.digest);
});

it('reads lines of text as well', () => {
  const reader = createReader('combined', { now: NOW, host: '' });
  const delivery = new Delivery(
    lines(),
    reader,
    { now: NOW, retentionDays: 0, isStaticFile: () => false },
    new DeliveryNotes(NOW),
  );
  const line =
    '192.0.2.17 - - [20/Nov/2026:11:59:00 +0000] "GET / HTTP/1.1" 200 5 "-" "GPTBot/1.2"';
  const body = Buffer.from(`${line}\nno line of a log\n\n${line}`);
  expect([...partsOf(delivery.push(body)), ...partsOf(delivery.end())]).toHaveLength(1);
  expect(delivery.counts).toMatchObject({ processed: 2, skipped: 1, rejected: 1 });
});

describe('the id of a part', () => {
  const source: DeliverySource = {
    lineageId: 1,
    feed: 'cloudflare',
    deliveryId: undefined,
    isSigned: false,
  };
  const [part] = read(bodyOf([record()])).parts as [Part];
  const [other] = read(bodyOf([record({ ClientRequestURI: '/other' })])).parts as [Part];
  const [withoutIds] = read(bodyOf([record(), record({ RayID: undefined })])).parts as [Part];

  it('is the same for the same bytes, when every visit has an id', () => {
    expect(partId(source, part)).toBe(partId({ ...source }, { ...part, number: 2 }));
    expect(partId(source, part)).not.toBe(partId(source, other));
  });

  it('does not exist when equal bytes may be other visits', () => {
    expect(withoutIds.hasIds).toBe(false);
    expect(partId(source, withoutIds)).toBeUndefined();
  });

  it('is the same when a named delivery is repeated', () => {
    const named = { ...source, deliveryId: 'delivery-1' };
    expect(partId(named, withoutIds)).toBe(partId(named, withoutIds));
    expect(partId(named, withoutIds)).not.toBe(partId(named, { ...withoutIds, number: 2 }));
    expect(partId(named, part)).not.toBe(partId(named, other));
  });

  it('is the same for the same signed bytes, whatever name stands beside them', () => {
    const signed = { ...source, isSigned: true };
    for (const one of [part, withoutIds])
      expect(partId({ ...signed, deliveryId: 'another' }, one)).toBe(partId(signed, one));
    expect(partId(signed, withoutIds)).not.toBe(partId(signed, { ...withoutIds, number: 2 }));
    expect(partId(signed, part)).toBe(partId(source, part));
    expect(partId(signed, part)).not.toBe(partId(signed, other));
  });

  it.each([
    ['key', { lineageId: 2 }],
    ['feed', { feed: 'json' }],
    ['name', { deliveryId: 'another' }],
  ])('is another one for another %s', (_, change) => {
    expect(partId({ ...source, ...change }, part)).not.toBe(partId(source, part));
  });
});

it('pauses after some records, also when none of them is an entry', () => {
  const reader = createReader('cloudflare', { now: NOW, host: '' });
  const bounds = { now: NOW, retentionDays: 0, isStaticFile: () => false };
  const delivery = new Delivery(jsonValues(), reader, bounds, new DeliveryNotes(NOW));
  const made = [...delivery.push(Buffer.from('{}\n'.repeat(1_050)))];
  expect(made.filter((one) => one === 'pause')).toHaveLength(10);
});

it('pauses after some characters, because long records take long to read', () => {
  const long = record({ ClientRequestURI: `/${'x'.repeat(64 * 1024)}` });
  const reader = createReader('cloudflare', { now: NOW, host: '' });
  const rules = { now: NOW, retentionDays: 0, isStaticFile: () => false };
  const delivery = new Delivery(jsonValues(), reader, rules, new DeliveryNotes(NOW));
  const body = bodyOf(Array.from({ length: 20 }, () => long));
  const made = [...delivery.push(body), ...delivery.end()];
  expect(made.filter((one) => one === 'pause').length).toBeGreaterThanOrEqual(4);
});

it('hashes the text of a record once, however many parts its records fill', () => {
  const updated = jest.spyOn(Hash.prototype, 'update');
  const body = Buffer.from(`[${'0,'.repeat(50_000)}0]\n`);
  const reader = createReader('json', { now: NOW, host: '' });
  const rules = { now: NOW, retentionDays: 0, isStaticFile: () => false };
  const delivery = new Delivery(lines(), reader, rules, new DeliveryNotes(NOW));
  const made = [...delivery.push(body)];
  const characters = updated.mock.calls.reduce((sum, [data]) => sum + String(data).length, 0);
  updated.mockRestore();
  expect(made.filter((one) => one !== 'pause')).toHaveLength(50);
  expect(characters).toBeLessThan(3 * body.length);
});

it('pauses after a record that is too long, because it took long to find out', () => {
  const reader = createReader('firehose', { now: NOW, host: '' });
  const bounds = { now: NOW, retentionDays: 0, isStaticFile: () => false };
  const delivery = new Delivery(firehoseRecords(), reader, bounds, new DeliveryNotes(NOW));
  const data = gzipSync(Buffer.alloc(9 * 1024 * 1024)).toString('base64');
  const body = Buffer.from(JSON.stringify({ records: [{ data }, { data }, { data: '' }] }));
  expect([...delivery.push(body)]).toEqual(['pause', 'pause']);
});
