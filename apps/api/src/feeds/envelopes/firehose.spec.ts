import { gzipSync } from 'node:zlib';
import { createReader } from '@app/log-formats';
import { inChunks } from '@app/testing';
import * as fc from 'fast-check';
import { DeliveryNotes } from '../../feed-health/delivery-notes.js';
import { Delivery } from '../delivery.js';
import type { CarriedRecord } from './envelope.js';
import { firehoseRecords } from './firehose.js';

/** Cuts a body that comes in chunks of these sizes, over and over. */
function cut(
  body: string | Buffer,
  sizes: number[] = [1 << 16],
  ...limits: Parameters<typeof firehoseRecords>
): CarriedRecord[] {
  const envelope = firehoseRecords(...limits);
  const records: CarriedRecord[] = [];
  for (const chunk of inChunks(body, sizes)) records.push(...envelope.push(chunk));
  return [...records, ...envelope.end()];
}

const record = (data: string | Buffer) => ({ data: Buffer.from(data).toString('base64') });
const requestOf = (records: unknown[]) => ({ requestId: 'id', timestamp: 1, records });
const bodyOf = (...data: (string | Buffer)[]) => JSON.stringify(requestOf(data.map(record)));
const texts = (...lines: string[]) => lines.map((text) => ({ text }));

const PAIR = { requestId: 'a "b" \\', timestamp: 1, records: [record('1\ta'), record('2\tb\n')] };
const { records: PAIR_RECORDS, ...PAIR_REST } = PAIR;

it.each([
  ['as Firehose sends it', JSON.stringify(PAIR)],
  ['in many lines', JSON.stringify(PAIR, null, 2)],
  ['with its fields in another order', JSON.stringify({ records: PAIR_RECORDS, ...PAIR_REST })],
  ['with escapes in base64', JSON.stringify(PAIR).replaceAll('=', '\\u003d')],
  [
    'with fields that nobody knows',
    JSON.stringify({
      a: { records: [record('no')] },
      b: [[{ data: 'no' }], '"]}'],
      records: PAIR_RECORDS.map((one) => ({ x: [{}], ...one, y: { data: 1 } })),
      c: null,
    }),
  ],
])('reads a body %s, however it arrives', (_, body) => {
  for (const sizes of [[1], [2], [3, 1], [7], [64], [1 << 16]])
    expect(cut(body, sizes)).toEqual(texts('1\ta', '2\tb'));
});

it('holds no more records than a piece of decompressed content has', () => {
  const parsed = jest.spyOn(JSON, 'parse');
  const content = gzipSync(`${'{}'.repeat(1_000_000)}\n`);
  const [first] = firehoseRecords().push(Buffer.from(bodyOf(content)));
  const count = parsed.mock.calls.length;
  parsed.mockRestore();
  expect(first).toEqual({ text: '{}', value: {} });
  expect(count).toBeLessThan(100_000);
});

it('never lets a line run over records', () => {
  expect(cut(bodyOf('1\ta\n2\tb', '3\tc\r\n\n4\td'))).toEqual(
    texts('1\ta', '2\tb', '3\tc', '', '4\td'),
  );
});

it('reads JSON objects in a record, with or without anything between them', () => {
  const objects = [{ a: 1 }, { b: [2] }];
  const values = objects.map((value) => ({ text: JSON.stringify(value), value }));
  for (const between of ['', '\n', ' \n'])
    expect(cut(bodyOf(objects.map((one) => JSON.stringify(one)).join(between)))).toEqual(values);
});

it('reads records that are compressed, also in several pieces', () => {
  expect(cut(bodyOf(gzipSync('1\ta\n2\tb')))).toEqual(texts('1\ta', '2\tb'));
  const message = { messageType: 'DATA_MESSAGE' };
  const piece = gzipSync(JSON.stringify(message));
  expect(cut(bodyOf(Buffer.concat([piece, piece])))).toEqual(
    [message, message].map((value) => ({ text: JSON.stringify(value), value })),
  );
});

it('gives each record that holds no lines as one, so that it is counted', () => {
  const broken = gzipSync('line').subarray(0, 12);
  const records = [record(''), { data: 5 }, {}, 7, null, 'text', record('1\ta')];
  expect(cut(JSON.stringify(requestOf(records)))).toEqual([
    { text: '' },
    { text: '{"data":5}', value: { data: 5 } },
    { text: '{}', value: {} },
    { text: '7', value: 7 },
    { text: 'null', value: null },
    { text: '"text"', value: 'text' },
    { text: '1\ta' },
  ]);
  expect(cut(bodyOf(broken, '1\ta'))).toEqual(texts(broken.toString('latin1'), '1\ta'));
});

it('gives up a record that is longer than records are, compressed or not', () => {
  const limits = { record: 2_000, content: 5_000, inflated: 100_000 };
  const long = { data: 'A'.repeat(3_000) };
  const bomb = record(gzipSync(Buffer.alloc(5_001)));
  const body = JSON.stringify(requestOf([long, bomb, record('1\ta')]));
  for (const size of [1, 100, 1 << 16])
    expect(cut(body, [size], limits)).toEqual([
      { tooLong: true },
      { tooLong: true },
      { text: '1\ta' },
    ]);
});

it('stops decompressing when records become far more than a body can hold', () => {
  const limits = { record: 2_000, content: 5_000, inflated: 20_000 };
  const large = record(gzipSync('x'.repeat(4_000)));
  const bomb = record(gzipSync(Buffer.alloc(5_001)));
  const last = record(gzipSync('1\ta'));
  for (const [compressed, most] of [
    [large, 5],
    [bomb, 4],
  ] as const) {
    const after = (count: number) => {
      const records = [...Array.from({ length: count }, () => compressed), last];
      return cut(JSON.stringify(requestOf(records)), undefined, limits).at(-1);
    };
    expect(after(most - 1)).toEqual({ text: '1\ta' });
    expect(after(most)).toEqual({ tooLong: true });
  }
});

it.each([
  ['nothing but spaces', ' \n'],
  ['text', 'no json'],
  ['a line of a log', '1\t"a"\t{2}'],
  ['another object', '{"log":"1\\ta"}'],
  ['a list', '[1,2]'],
  ['an object without a list', '{"requestId":"id","records":null}'],
])('says that %s is no request of Firehose', (_, body) => {
  expect(cut(body)).toEqual([{ broken: true }]);
});

it('takes a list without records', () => {
  expect(cut(bodyOf())).toEqual([]);
});

it('keeps what came before the place where a body is broken', () => {
  const body = bodyOf('1\ta', '2\tb');
  const end = body.indexOf(record('2\tb').data) + 2;
  expect(cut(body.slice(0, end))).toEqual([{ text: '1\ta' }, { broken: true }]);
});

const chunks = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 });

/** Counts what a delivery makes of a body. */
function count(body: Buffer, sizes: number[]) {
  const reader = createReader('firehose', { now: Date.UTC(2026, 10, 20), host: '' });
  const bounds = { now: Date.UTC(2026, 10, 20), retentionDays: 0, isStaticFile: () => false };
  const delivery = new Delivery(firehoseRecords(), reader, bounds, new DeliveryNotes(bounds.now));
  for (const chunk of inChunks(body, sizes)) Array.from(delivery.push(chunk));
  Array.from(delivery.end());
  return delivery.counts;
}

it('makes any records entries, skips or rejects, each of them, in any chunks', () => {
  const line = fc.constantFrom(
    '1795175940.123\t192.0.2.17',
    '2026-11-20 11:59:00 FRA56-P1',
    '192.0.2.7 - - [19/Nov/2026:11:59:00 +0000] "GET / HTTP/1.1" 200 5 "-" "a"',
    '{"cs-uri-stem":"/","sc-status":"200","timestamp(ms)":"1795100000000"}',
    '{"messageType":"CONTROL_MESSAGE"}',
    '#Fields: timestamp cs-uri-stem sc-status',
  );
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.array(line, { maxLength: 3 }).map((all) => Buffer.from(all.join('\n'))),
  );
  const data = fc.oneof(
    content,
    content.map((bytes) => gzipSync(bytes)),
  );
  const element = fc.oneof({ weight: 4, arbitrary: data.map(record) }, fc.jsonValue());
  fc.assert(
    fc.property(fc.array(element, { maxLength: 8 }), chunks, (records, sizes) => {
      const body = Buffer.from(JSON.stringify(requestOf(records)));
      const { processed, skipped, rejected, reasons } = count(body, sizes);
      expect(processed + skipped + rejected).toBeGreaterThanOrEqual(records.length);
      const counted = Object.values(reasons).reduce((sum, one) => sum + one, 0);
      expect(counted).toBe(skipped + rejected);
      expect(count(body, [body.length])).toEqual({ processed, skipped, rejected, reasons });
    }),
  );
});

it('takes any bytes, and any change of a body, in any chunks', () => {
  const body = bodyOf('1\ta', gzipSync('2\tb'), '{"a":1}');
  const changed = fc
    .tuple(fc.nat(body.length), fc.nat(20), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([at, drop, put]) => Buffer.from(body.slice(0, at) + put + body.slice(at + drop)));
  const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
  fc.assert(
    fc.property(fc.oneof(bytes, changed), chunks, (any, sizes) => {
      expect(cut(any, sizes)).toEqual(cut(any, [any.length + 1]));
    }),
    { numRuns: 500 },
  );
});
