import { createReader } from '@app/log-formats';
import {
  anOtlpRecord,
  anOtlpRequest,
  inChunks,
  otlpProtobuf as protobufOf,
  type OtlpRecord,
  type OtlpRequest,
  type OtlpValue,
} from '@app/testing';
import fc from 'fast-check';
import { PbfWriter } from 'pbf';
import type { CarriedRecord, Envelope } from './envelope.js';
import { otlpRecords } from './otlp.js';
import { otlpJson } from './otlp-json.js';
import { otlpProtobuf } from './otlp-protobuf.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** Takes the records out of a body that comes in chunks of this size. */
function take(envelope: Envelope, body: Uint8Array | string, size = 1 << 16): CarriedRecord[] {
  const records: CarriedRecord[] = [];
  for (const chunk of inChunks(body, [size])) records.push(...envelope.push(chunk));
  return [...records, ...envelope.end()];
}

/** Reads records as the feed does, and names what is none. */
function read(records: CarriedRecord[]): unknown[] {
  const reader = createReader('otlp-record', { now: NOW, host: '' });
  return records.flatMap((record): unknown[] => {
    if ('tooLong' in record) return ['too long'];
    if ('broken' in record) return ['broken'];
    const results =
      'value' in record ? reader.readValue(record.value) : reader.readLine(record.text);
    return results.map((result) => (result.kind === 'entry' ? result.entry : result.reason));
  });
}

const readJson = (body: object | string, size?: number) =>
  read(take(otlpJson(), typeof body === 'string' ? body : JSON.stringify(body), size));
const readProtobuf = (body: OtlpRequest | Uint8Array, size?: number) =>
  read(take(otlpProtobuf(), body instanceof Uint8Array ? body : protobufOf(body), size));

const ENTRY = {
  timestamp: Date.parse('2026-11-20T11:59:00.123Z'),
  method: 'GET',
  host: 'example.com',
  path: '/pricing',
  status_code: 200,
  ip: '192.0.2.17',
  user_agent: 'GPTBot/1.2',
};
const LINE = '192.0.2.17 - - [20/Nov/2026:11:59:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.2"';

describe('a request with records of several resources', () => {
  const resource = (host: string) => ({
    attributes: [{ key: 'server.address', value: { stringValue: host } }],
  });
  const line = (path: string): OtlpRecord => ({ body: { stringValue: LINE.replace('/a', path) } });
  const request: OtlpRequest = {
    resourceLogs: [
      { scopeLogs: [{ logRecords: [line('/none')] }] },
      {
        resource: resource('one.example'),
        scopeLogs: [{ logRecords: [line('/one')] }, { logRecords: [anOtlpRecord(), line('/two')] }],
      },
      { resource: resource('three.example'), scopeLogs: [] },
      { scopeLogs: [{ scope: { name: 'a' }, logRecords: [line('/none')] }] },
    ],
  };
  const visits = [
    expect.objectContaining({ host: '', path: '/none' }),
    expect.objectContaining({ host: 'one.example', path: '/one' }),
    ENTRY,
    expect.objectContaining({ host: 'one.example', path: '/two' }),
    expect.objectContaining({ host: '', path: '/none' }),
  ];

  it.each([1, 2, 7, 1 << 16])('has its entries, in chunks of %i bytes', (size) => {
    expect(readJson(request, size)).toEqual(visits);
    expect(readJson(JSON.stringify(request, null, 2), size)).toEqual(visits);
    expect(readProtobuf(request, size)).toEqual(visits);
  });
});

describe('a resource that comes after its records', () => {
  it('is not given to them in JSON, where nobody waits for it', () => {
    const [logs] = anOtlpRequest({ body: { stringValue: LINE } }).resourceLogs;
    const attributes = [{ key: 'server.address', value: { stringValue: 'late.example' } }];
    const late = { scopeLogs: logs?.scopeLogs, resource: { attributes } };
    // The next one must not get it either.
    const body = { resourceLogs: [late, { scopeLogs: logs?.scopeLogs }] };
    expect(readJson(body)).toMatchObject([{ host: '' }, { host: '' }]);
  });

  it('is given to them in protobuf, which is there as a whole', () => {
    const record = message([5, message([1, LINE])]);
    const pair = message([1, 'server.address'], [2, message([1, 'late.example'])]);
    const body = message([1, message([2, message([2, record])], [1, message([1, pair])])]);
    expect(readProtobuf(body)).toMatchObject([{ host: 'late.example' }]);
  });
});

describe('fields that nobody knows', () => {
  it('are passed over in JSON', () => {
    const request = anOtlpRequest({ ...anOtlpRecord(), newer: { field: [1] } } as OtlpRecord);
    expect(readJson({ newer: [{ a: 1 }], ...request })).toEqual([ENTRY]);
  });

  it('are passed over in protobuf, whatever their type', () => {
    const newer = (writer: PbfWriter) => {
      writer.writeVarintField(100, 7);
      writer.writeFixed64Field(101, 7);
      writer.writeFixed32Field(102, 7);
      writer.writeStringField(103, 'seven');
      // A known number with another type is an unknown field.
      writer.writeVarintField(1, 7);
    };
    const record = message([5, message(newer, [1, LINE], newer)], newer);
    const body = message(newer, [1, message(newer, [2, message(newer, [2, record], newer)])]);
    expect(readProtobuf(body)).toMatchObject([{ path: '/a' }]);
  });

  it('are a record that is rejected when there is nothing else', () => {
    expect(readJson({ resource_logs: [] })).toEqual(['unknown_shape']);
    expect(readJson({ resourceSpans: [] })).toEqual(['unknown_shape']);
    expect(readProtobuf(message([5, 'no logs']))).toEqual(['broken']);
  });
});

it('gives nothing for a request without records', () => {
  for (const json of ['{}', '{"resourceLogs":null}', '{"resourceLogs":[{"scopeLogs":[]}]}', ' '])
    expect(readJson(json)).toEqual([]);
  expect(readProtobuf({ resourceLogs: [{ scopeLogs: [] }] })).toEqual([]);
});

describe('a record that is too long', () => {
  const long: OtlpRecord = { body: { stringValue: 'x'.repeat(5_000) } };
  const request = anOtlpRequest(anOtlpRecord(), long, anOtlpRecord());

  it('is given up, and the ones behind it are read', () => {
    const json = JSON.stringify(request);
    expect(read(take(otlpJson(1_000), json, 64))).toEqual([ENTRY, 'too long', ENTRY]);
    const protobuf = protobufOf(request);
    expect(read(take(otlpProtobuf(1_000), protobuf))).toEqual([ENTRY, 'too long', ENTRY]);
  });
});

describe('what is broken', () => {
  const request = anOtlpRequest(anOtlpRecord(), anOtlpRecord(), anOtlpRecord());

  it('takes no other record along when it is within a record', () => {
    const json = JSON.stringify(request).replace('"GET"', 'GET');
    expect(readJson(json)).toEqual(['not_json', ENTRY, ENTRY]);
    const bad = [
      // A body, a group, and a time that end behind the record, a field 0, a text that is too long.
      Buffer.from([0x2a, 0x05, 0x0a]),
      Buffer.from([0x33]),
      Buffer.from([0x09, 1, 2]),
      Buffer.from([0x00, 0x01]),
      // An attribute with a field 0, behind which comes what a record can have.
      message([6, Buffer.from([0x00, 0x50, 0x01])]),
      message([5, Buffer.from([0x0a, 0x7f, 0x41])]),
    ];
    const good = message([5, message([1, LINE])]);
    const scope = message(...bad.map((one) => [2, one] as const), [2, good]);
    const results = readProtobuf(message([1, message([2, scope])]));
    expect(results).toEqual([...bad.map(() => 'broken'), expect.objectContaining({ path: '/a' })]);
  });

  it('leaves the records before it', () => {
    const json = JSON.stringify(request);
    expect(readJson(json.slice(0, -20))).toEqual([ENTRY, ENTRY, 'broken']);
    expect(readJson(json.slice(0, -3))).toEqual([ENTRY, ENTRY, ENTRY, 'broken']);
    const record = message([5, message([1, LINE])]);
    // A group, a field 0, an unknown field that is too long, and a record that is.
    for (const rest of [[0x13], [0x00, 0x01], [0x7a, 0x7f], [0x12, 0x7f, 0x2a]]) {
      const scope = Buffer.concat([message([2, record], [2, record]), Buffer.from(rest)]);
      const results = readProtobuf(message([1, message([2, scope])]));
      expect(results).toMatchObject([{ path: '/a' }, { path: '/a' }, 'broken']);
    }
  });

  it('is one record that is rejected when it is the whole body', () => {
    expect(readJson('no json')).toEqual(['broken']);
    expect(readJson('[]7')).toEqual(['broken']);
    for (const body of ['no protobuf', '{"resourceLogs":[]}'])
      expect(readProtobuf(Buffer.from(body))).toEqual(['broken']);
    expect(readProtobuf(protobufOf(request).subarray(0, -1))).toEqual(['broken']);
  });
});

it('takes what is no record where one must be, as one that is rejected', () => {
  const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [7, 'x', null, {}] }, 5] }, {}] };
  const results = ['not_an_object', 'not_an_object', 'not_an_object', 'unknown_shape'];
  expect(readJson(body)).toEqual([...results, 'not_an_object']);
});

it.each([
  ['application/x-protobuf', 'protobuf'],
  ['application/x-protobuf; v=1', 'protobuf'],
  ['application/json', 'json'],
  ['application/json; charset=utf-8', 'json'],
  [undefined, 'json'],
  [undefined, 'protobuf'],
  ['text/plain', 'json'],
  ['application/octet-stream', 'protobuf'],
])('reads a body by the content type %s, otherwise by its first byte: %s', (type, kind) => {
  const request = anOtlpRequest(anOtlpRecord());
  const body = kind === 'json' ? JSON.stringify(request) : protobufOf(request);
  const envelope = otlpRecords(type === undefined ? {} : { 'content-type': type });
  expect(read(take(envelope, body, 1))).toEqual([ENTRY]);
});

it('holds the body of protobuf only, and gives it up for its records', () => {
  const body = protobufOf(anOtlpRequest(...Array.from({ length: 100 }, () => anOtlpRecord())));
  const json = otlpRecords({});
  expect([...json.push(Buffer.from('{"resourceLogs":['))]).toEqual([]);
  expect(json.size).toBe(0);
  const protobuf = otlpRecords({});
  expect([...protobuf.push(body)]).toEqual([]);
  expect(protobuf.size).toBe(body.length);
  expect([...protobuf.end()]).toHaveLength(100);
});

describe('any request', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('/a', '200', LINE, 'é', '"\\'));
  const key = fc.oneof(fc.constantFrom('url.path', 'http.response.status_code', 'x'), text);
  const { value } = fc.letrec<{ value: OtlpValue; pair: { key: string; value: OtlpValue } }>(
    (tie) => ({
      pair: fc.record({ key, value: tie('value') }),
      value: fc.oneof(
        { maxDepth: 3 },
        text.map((stringValue) => ({ stringValue })),
        fc.integer().map((intValue) => ({ intValue })),
        fc.boolean().map((boolValue) => ({ boolValue })),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((doubleValue) => ({ doubleValue })),
        fc.base64String().map((bytesValue) => ({ bytesValue })),
        fc.array(tie('value')).map((values) => ({ arrayValue: { values } })),
        fc.array(tie('pair')).map((values) => ({ kvlistValue: { values } })),
      ),
    }),
  );
  const record = fc.oneof(
    fc.record(
      {
        timeUnixNano: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
        body: value,
        attributes: fc.array(fc.record({ key, value })),
      },
      { requiredKeys: [] },
    ),
    fc.dictionary(fc.string(), text).map(anOtlpRecord),
  );
  const request = fc.array(record, { maxLength: 4 }).map((records) => anOtlpRequest(...records));

  it('has the same results in JSON and in protobuf', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 1, max: 200 }), (made, size) => {
        expect(readProtobuf(made, size)).toEqual(readJson(made, size));
      }),
    );
  });

  it('never fails, and has a result for each record, wherever it is damaged', () => {
    const damage = fc.tuple(fc.nat(), fc.nat(6), fc.uint8Array({ maxLength: 6 }));
    fc.assert(
      fc.property(request, damage, (made, [place, drop, put]) => {
        for (const [whole, take_] of [
          [protobufOf(made), readProtobuf],
          [
            Buffer.from(JSON.stringify(made)),
            (bytes: Buffer) => readJson(bytes.toString('latin1')),
          ],
        ] as const) {
          const at = place % (whole.length + 1);
          const damaged = Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + drop)]);
          expect(take_(damaged).length).toBeLessThanOrEqual(damaged.length);
        }
      }),
    );
  });

  it('may be any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        read(take(otlpRecords({}), bytes, 7));
        readProtobuf(bytes);
        // Lengths that are far too long, over and over.
        readProtobuf(message([1, message([2, message([2, bytes], [2, bytes])])]));
      }),
    );
  });
});

it('reads values that are nested very deeply to a bound', () => {
  let nested: OtlpValue = { stringValue: 'x' };
  for (let level = 0; level < 300; level++) nested = { arrayValue: { values: [nested] } };
  const made = anOtlpRequest({ ...anOtlpRecord(), body: nested }, anOtlpRecord());
  expect(readProtobuf(made)).toEqual([ENTRY, ENTRY]);
  expect(readJson(made)).toEqual([ENTRY, ENTRY]);
});

type Field = readonly [number, Uint8Array | string] | ((writer: PbfWriter) => void);

/** Writes a message of protobuf field by field. */
function message(...fields: Field[]): Uint8Array {
  const writer = new PbfWriter();
  for (const field of fields) {
    if (typeof field === 'function') field(writer);
    else writer.writeBytesField(field[0], Buffer.from(field[1] as string));
  }
  return Buffer.from(writer.finish());
}
